"""A scheduler and two workers on this machine, one of them killed in the middle: the result of a single process."""

import importlib.util
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

CHUHE = os.environ.get("CHUHE_BIN")
POSITIONS = int(os.environ.get("CHUHE_CLUSTER_POSITIONS", "120"))
NODES = os.environ.get("CHUHE_CLUSTER_NODES", "20000")
LINES = os.environ.get("CHUHE_CLUSTER_LINES")


def positions():
    """Lines of input: those of a file, or openings of random moves of the cannons and knights, and two bad lines."""
    if LINES:
        return Path(LINES).read_text(encoding="utf-8").splitlines()
    random.seed(1)
    red = ["h2e2", "h0g2", "b0c2", "c3c4", "g3g4", "a3a4", "i3i4", "e3e4"]
    black = ["h9g7", "b9c7", "c6c5", "g6g5", "a6a5", "i6i5", "e6e5", "h7h5"]
    lines = []
    for number in range(POSITIONS):
        count = random.randint(1, 6)
        pairs = zip(random.sample(red, count), random.sample(black, count))
        moves = " ".join(f"{one} {other}" for one, other in pairs)
        lines.append(json.dumps({"id": number, "moves": moves}))
    lines[POSITIONS // 3] = "no position"
    lines[POSITIONS // 2] = ""
    return lines


@unittest.skipUnless(importlib.util.find_spec("distributed"), "distributed is not installed")
@unittest.skipUnless(CHUHE, "CHUHE_BIN does not name the program")
class Cluster(unittest.TestCase):
    def start(self, *arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}, start_new_session=True,
        )
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def test_a_worker_is_killed_in_the_middle(self):
        from distributed import Client

        from chuhe_cluster import analyse

        lines = positions()
        command = [CHUHE, "analyze", "--worker", "--nodes", NODES]
        alone = subprocess.run(
            command, input="\n".join(lines).encode(), stdout=subprocess.PIPE, check=False
        ).stdout.decode().splitlines()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        address = f"tcp://127.0.0.1:{port}"
        self.start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
        worker = ["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        victim = self.start(*worker)
        self.start(*worker)
        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=120)
            answers, killed = [], False
            for line in analyse(client, lines, command, partition=10):
                answers.append(line)
                if not killed and len(answers) >= len(alone) // 4:
                    os.killpg(victim.pid, signal.SIGKILL)
                    killed = True
            deadline = time.monotonic() + 60
            while len(client.scheduler_info()["workers"]) > 1 and time.monotonic() < deadline:
                time.sleep(0.2)
            self.assertEqual(len(client.scheduler_info()["workers"]), 1, "one worker was lost")
        self.assertTrue(killed)
        self.assertEqual(answers, alone)


if __name__ == "__main__":
    unittest.main()
