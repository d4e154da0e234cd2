#!/usr/bin/env python3
"""How quickly an engine starts and stops, and what it uses while it waits (Linux).

    benches/latency.py                     the release binary of this workspace
    benches/latency.py --engine PATH

Prints the median of 20 starts up to `ucciok`, median and worst of 200 stops with 2 threads, CPU clock ticks in 10 idle
seconds, and resident memory after all that. Run it on an idle machine.
"""

import argparse
import random
import statistics
import time

from uci_process import Engine, default_engine, load_note

STARTS = 20
STOPS = 200
IDLE_SECONDS = 10
SEED = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=default_engine(), metavar="PATH")
    parser.add_argument("--hash", type=int, default=64, metavar="MB")
    options = parser.parse_args()
    print(load_note())

    starts = []
    for _ in range(STARTS):
        engine = Engine(options.engine, "ucci")
        starts.append(engine.ready_after * 1000)
        engine.quit()
    print(f"{STARTS} starts to ucciok: median {statistics.median(starts):.1f} ms, worst {max(starts):.1f} ms")

    engine = Engine(options.engine, "ucci")
    engine.send("setoption threads 2", f"setoption hashsize {options.hash}", "position startpos")
    waits = random.Random(SEED)
    stops = []
    for _ in range(STOPS):
        engine.send("go infinite")
        time.sleep(waits.uniform(0.01, 0.1))
        start = time.monotonic()
        engine.send("stop")
        engine.until("bestmove")
        stops.append((time.monotonic() - start) * 1000)
    print(f"{STOPS} stops at 2 threads: median {statistics.median(stops):.1f} ms, worst {max(stops):.1f} ms")

    before = engine.cpu_ticks()
    time.sleep(IDLE_SECONDS)
    print(f"idle: {engine.cpu_ticks() - before} clock ticks in {IDLE_SECONDS} s")

    resident = engine.status("VmRSS") / 1024
    print(f"resident: {resident:.0f} MB with a table of {options.hash} MB (limit {options.hash + 64})")
    engine.quit()


if __name__ == "__main__":
    main()
