#!/usr/bin/env python3
"""The PyTorch twin against the Rust trainer, on the processor and a tiny network.

Run: CHUHE_TRAIN=target/release/chuhe-train python3 train/torch/test_twin.py
"""

import argparse
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import torch

import features
import network as net
import train

PROGRAM = os.environ.get("CHUHE_TRAIN", "target/release/chuhe-train")


def run(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True)
    return done.stdout


class Twin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        run("selfplay", cls.root / "games", "--games", 60, "--soft-nodes", 60, "--hash", 1, "--threads", 1)
        cls.pack = cls.root / "games" / "games.pack"
        cls.training, cls.validation = features.load([cls.pack], validation_every=5)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def rust(self, name, *words):
        folder = self.root / name
        run("train", folder, "--data", self.pack, "--validation-every", 5, "--width", 32, "--batch", 512, *words)
        rows = (folder / "log.csv").read_text().split()
        return folder, [float(row.split(",")[2]) for row in rows]

    def test_it_keeps_the_same_positions(self):
        kept = int(re.search(r"after filter\s+(\d+)", run("pack", "count", self.pack)).group(1))
        self.assertEqual(len(self.training) + len(self.validation), kept)

    def test_it_finds_the_same_loss_in_a_checkpoint_and_a_file(self):
        for name, words in [("plain", []), ("buckets", ["--king-buckets", "3", "--output-buckets", "4"])]:
            folder, history = self.rust(name, "--epochs", 3, *words)
            network, recipe = net.from_checkpoint(folder / "checkpoint")
            found = train.validate(network, net.tensors(self.validation, "cpu"), recipe["wdl"])
            self.assertAlmostEqual(found, history[-1], delta=1e-6)
            # Its own network file is read by the engine and says the same, up to the rounding to integers.
            path = self.root / f"{name}.nnue"
            path.write_bytes(network.to_bytes(name))
            text = run("inspect", path, "--data", self.pack, "--validation-every", 5)
            self.assertAlmostEqual(float(re.search(r"loss\s+([\d.]+)", text).group(1)), found, delta=3e-4)
            (theirs,) = [pathlib.Path(run("quantise", folder, "--name", name, "-o", folder).strip())]
            self.assertEqual(len(theirs.read_bytes()), len(path.read_bytes()))

    def test_it_learns_as_well(self):
        _, history = self.rust("rust", "--epochs", 12, "--rate", "0.004")
        arguments = argparse.Namespace(
            seed=1, device="cpu", width=32, king_buckets=1, output_buckets=1, epochs=12, batch=512, wdl=0.3,
            rate=0.004, last_rate=1e-5, warm_up=200,
        )
        _, twin = train.train(arguments, self.training, self.validation)
        self.assertLess(abs(twin[-1] - history[-1]), 0.15 * history[-1], f"{twin} {history}")
        self.assertLess(twin[-1], 0.9 * twin[0])

    def test_mirrored_boards_have_the_same_value(self):
        network = net.Network(32, net.KING_TABLES[3], net.OUTPUT_TABLES[4])
        samples = net.tensors(self.validation, "cpu")
        flags = torch.ones(len(self.validation), dtype=torch.bool)
        # Two mirrors undo each other; a network sees the mirrored board of a king off the middle file as the same.
        self.assertTrue(torch.equal(network.mirror[network.mirror], torch.arange(features.PLANES + 1)))
        planes, king, majors = samples[:3]
        off = (king[:, 0] % 2 == 0) & (king[:, 1] % 2 == 0)
        plain, turned = network(planes, king, majors), network(planes, king, majors, flags)
        self.assertTrue(torch.allclose(plain[off], turned[off]))
        self.assertFalse(torch.allclose(plain, turned))


if __name__ == "__main__":
    unittest.main()
