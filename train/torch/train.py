#!/usr/bin/env python3
"""Trains a network with PyTorch, on a GPU when there is one: the twin of `chuhe-train train`.

Example: python3 train/torch/train.py net1 --data gen0/games.pack --width 256 --king-buckets 6 --epochs 20
"""

import argparse
import math
import pathlib
import time

import torch

import features
import network as net


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path, help="folder for network.pt and NAME-HASH.nnue")
    parser.add_argument("--data", nargs="+", required=True, help="packs")
    parser.add_argument("--name", default="torch")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--king-buckets", type=int, default=1, choices=net.KING_TABLES)
    parser.add_argument("--output-buckets", type=int, default=1, choices=net.OUTPUT_TABLES)
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--wdl", type=float, default=0.3)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--last-rate", type=float, default=1e-5)
    parser.add_argument("--warm-up", type=int, default=200)
    parser.add_argument("--validation-every", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()

    training, validation = features.load(arguments.data, arguments.validation_every)
    print(f"{len(training)} positions to learn from, {len(validation)} to check with", flush=True)
    network, history = train(arguments, training, validation)
    arguments.output.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), arguments.output / "network.pt")
    data = network.to_bytes(arguments.name)
    length = 42 + len(arguments.name.encode()[:255])
    first = int.from_bytes(data[length + 4 : length + 8], "little")
    path = arguments.output / f"{arguments.name}-{first:08x}.nnue"
    path.write_bytes(data)
    print(path)


def train(arguments, training, validation):
    """The trained network and the validation loss behind each epoch."""
    torch.manual_seed(arguments.seed)
    device = arguments.device
    tables = net.KING_TABLES[arguments.king_buckets], net.OUTPUT_TABLES[arguments.output_buckets]
    network = net.Network(arguments.width, *tables).to(device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    samples, check = net.tensors(training, device), net.tensors(validation, device)
    steps = math.ceil(len(training) / arguments.batch)
    history, step = [], 0
    for epoch in range(arguments.epochs):
        start, total = time.monotonic(), 0.0
        order = torch.randperm(len(training), device=device)
        for first in range(0, len(training), arguments.batch):
            chosen = order[first : first + arguments.batch]
            batch = [part[chosen] for part in samples]
            half = 0.5 * (1 + math.cos(math.pi * step / (steps * arguments.epochs)))
            rate = arguments.last_rate + (arguments.rate - arguments.last_rate) * half
            optimiser.param_groups[0]["lr"] = rate * min(1, (step + 1) / max(1, arguments.warm_up))
            mirrored = torch.rand(len(chosen), device=device) < 0.5
            loss = net.losses(network, batch, arguments.wdl, mirrored).mean()
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            with torch.no_grad():
                for part in network.parameters():
                    part.clamp_(-1.9, 1.9)
            total += loss.item() * len(chosen)
            step += 1
        history.append(validate(network, check, arguments.wdl, arguments.batch))
        speed = len(training) / (time.monotonic() - start)
        print(
            f"epoch {epoch + 1} of {arguments.epochs}: loss {total / len(training):.6f}, "
            f"validation {history[-1]:.6f}, {speed:.0f} positions/s",
            flush=True,
        )
    return network, history


@torch.no_grad()
def validate(network, samples, wdl, batch=16384):
    """Mean loss over samples."""
    count = len(samples[0])
    total = sum(
        net.losses(network, [part[first : first + batch] for part in samples], wdl).sum().item()
        for first in range(0, count, batch)
    )
    return total / max(1, count)


if __name__ == "__main__":
    main()
