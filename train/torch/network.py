"""The network (eval/src/nnue.rs) in PyTorch, the Rust trainer's checkpoints and the engine's network file."""

import json
import struct

import numpy as np
import torch
from torch import nn

from features import MIRROR, PADDING, PLANES

QA, QB, SCALE = 255, 64, 400
VERSION = 1
KING_TABLES = {1: [0] * 6, 2: [1, 0, 1, 1, 1, 1], 3: [1, 0, 2, 2, 2, 2], 6: [0, 1, 2, 3, 4, 5]}
OUTPUT_TABLES = {
    1: [0] * 13,
    4: [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3],
    8: [0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7],
}


class Network(nn.Module):
    """y = b + sum of w * clamp(a, 0, 1)^2 over the accumulators a of both sides; the result expected is sigmoid(y)."""

    def __init__(self, width, king_table, output_table):
        super().__init__()
        self.width, self.king_table, self.output_table = width, list(king_table), list(output_table)
        self.kings, self.outputs = max(king_table) + 1, max(output_table) + 1
        self.register_buffer("king_buckets", torch.tensor(self.king_table))
        self.register_buffer("output_buckets", torch.tensor(self.output_table))
        self.register_buffer("mirror", torch.from_numpy(np.append(MIRROR.astype(np.int64), PLANES)))
        # One row more than there are planes stands for "no piece".
        self.rows = nn.EmbeddingBag(self.kings * PLANES + 1, width, mode="sum", padding_idx=self.kings * PLANES)
        self.shared = nn.EmbeddingBag(PLANES + 1, width, mode="sum", padding_idx=PLANES) if self.kings > 1 else None
        self.bias = nn.Parameter(torch.full((width,), 0.25))
        self.output = nn.Parameter(torch.empty(self.outputs, 2 * width).uniform_(-1, 1) / (2 * width) ** 0.5)
        self.output_bias = nn.Parameter(torch.zeros(self.outputs))
        with torch.no_grad():
            first = self.rows if self.shared is None else self.shared
            self.rows.weight.zero_()
            first.weight.uniform_(-0.15, 0.15)
            first.weight[-1] = 0

    def accumulator(self, planes, king):
        bucket = self.king_buckets[king]
        empty = planes == PLANES
        rows = torch.where(empty, self.kings * PLANES, planes + PLANES * bucket[:, None])
        sums = self.rows(rows) + self.bias
        return sums if self.shared is None else sums + self.shared(planes)

    def forward(self, planes, king, majors, mirrored=None):
        """`planes`: N x 2 x 32 with PLANES for no piece; `king`: N x 2; `mirrored`: which samples to see in a mirror."""
        sides = []
        for side in (0, 1):
            own = planes[:, side]
            if mirrored is not None:
                # A king off the middle file is mirrored back by its own view.
                turn = mirrored & (king[:, side] % 2 == 1)
                own = torch.where(turn[:, None], self.mirror[own], own)
            sides.append(self.accumulator(own, king[:, side]).clamp(0, 1) ** 2)
        bucket = self.output_buckets[majors]
        return (torch.cat(sides, 1) * self.output[bucket]).sum(1) + self.output_bias[bucket]

    def numbers(self):
        """First layer with what is shared added, biases, output weights, output biases, as arrays."""
        with torch.no_grad():
            rows = self.rows.weight[:-1]
            if self.shared is not None:
                rows = rows + self.shared.weight[:-1].repeat(self.kings, 1)
            return [part.cpu().numpy().copy() for part in (rows, self.bias, self.output, self.output_bias)]

    def to_bytes(self, name):
        """The engine's network file; `chuhe-train inspect` checks it."""
        rows, bias, output, output_bias = self.numbers()
        body = b"".join(
            np.rint(part * unit).astype(kind).tobytes()
            for part, unit, kind in [(rows, QA, "<i2"), (bias, QA, "<i2"), (output, QB, "<i2"), (output_bias, QA * QB, "<i4")]
        )
        text = name.encode()[:255]
        header = b"ChuheNet" + struct.pack("<IHHHHH", VERSION, QA, QB, SCALE, PLANES, self.width)
        header += bytes(self.king_table) + bytes(self.output_table) + bytes([len(text)]) + text
        return header + struct.pack("<Q", file_hash([header, body])) + body


def file_hash(parts):
    """eval/src/nnue/format.rs, `hash`."""
    mask, state = (1 << 64) - 1, 0x9E3779B97F4A7C15
    for part in parts:
        whole = len(part) // 8 * 8
        words = list(struct.unpack(f"<{whole // 8}Q", part[:whole]))
        words += [int.from_bytes(part[whole:], "little"), len(part)]
        for word in words:
            state = (state ^ word) * 0xFF51AFD7ED558CCD & mask
            state ^= state >> 32
    return state


def from_checkpoint(path):
    """The network of a checkpoint that the Rust trainer wrote, and its recipe."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"ChuheCkp":
        raise ValueError(f"{path} is no checkpoint")
    (length,) = struct.unpack_from("<I", data, 8)
    recipe = json.loads(data[12 : 12 + length])["recipe"]
    network = Network(recipe["width"], recipe["king_buckets"], recipe["output_buckets"])
    numbers = torch.from_numpy(np.frombuffer(data[12 + length : -4], dtype="<f4").copy())
    width, at = network.width, 0
    with torch.no_grad():
        parts = [network.rows.weight[:-1], network.bias, network.output, network.output_bias]
        if network.shared is not None:
            parts.append(network.shared.weight[:-1])
        for part in parts:
            part.copy_(numbers[at : at + part.numel()].view_as(part))
            at += part.numel()
    return network, recipe


def tensors(samples, device):
    """Samples as tensors that a network takes: planes, king, majors, score, half points."""
    planes = samples.planes.astype(np.int64)
    planes[planes == PADDING] = PLANES
    parts = [planes, samples.king, samples.majors, samples.score, samples.half_points]
    return [torch.from_numpy(np.ascontiguousarray(part)).long().to(device) for part in parts]


def losses(network, batch, wdl, mirrored=None):
    """The squared distances between the results predicted and wanted."""
    planes, king, majors, score, half_points = batch
    target = wdl * half_points / 2 + (1 - wdl) * torch.sigmoid(score / SCALE)
    return (torch.sigmoid(network(planes, king, majors, mirrored)) - target) ** 2
