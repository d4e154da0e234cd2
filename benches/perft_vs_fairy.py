#!/usr/bin/env python3
"""Compares perft 5 from the start position with Fairy-Stockfish's, in nodes per CPU second.

    benches/perft_vs_fairy.py                         builds chuhe twice (native, x86-64-v2) and measures both
    benches/perft_vs_fairy.py --example               the same with movegen's perft example
    benches/perft_vs_fairy.py --command "chuhe perft 5"   measures a program that is already built

Debian: apt-get install fairy-stockfish. Every program runs five times, in turns, one thread, no hash; the best run
counts. The time is user plus system time of the whole process, start-up included. Both must print the known count.
Run it on an idle machine: a busy neighbour takes caches and clock rate even from CPU time.
"""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODES = 133_312_995
CPUS = ["native", "x86-64-v2"]
FAIRY_INPUT = b"uci\nsetoption name UCI_Variant value xiangqi\nposition startpos\ngo perft 5\nquit\n"


def build(cpu: str, example: bool) -> list[str]:
    """Builds in a target folder of its own, so that no flags disturb other builds, and returns the command to run."""
    folder = ROOT / "target" / cpu
    what = ["-p", "chuhe-movegen", "--example", "perft"] if example else ["-p", "chuhe"]
    print(f"building for {cpu} in {folder} ...", file=sys.stderr)
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "--target-dir", str(folder), *what],
        cwd=ROOT,
        env=os.environ | {"RUSTFLAGS": f"-Ctarget-cpu={cpu}"},
        check=True,
    )
    release = folder / "release"
    return [str(release / "examples" / "perft"), "5"] if example else [str(release / "chuhe"), "perft", "5"]


def cpu_seconds(command: list[str], text: bytes) -> float:
    """Runs a program to its end; an error unless its output holds the right count."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdin.write(text)
    process.stdin.close()
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0 or str(NODES).encode() not in output:
        sys.exit(f"{shlex.join(command)}: exit code {process.returncode}, no count of {NODES}")
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", action="append", default=[], metavar="CMD", help="measure this instead of building")
    parser.add_argument("--example", action="store_true", help="build movegen's perft example instead of chuhe")
    parser.add_argument("--fairy", default="/usr/games/fairy-stockfish", metavar="PATH")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    options = parser.parse_args()

    programs = {command: shlex.split(command) for command in options.command}
    programs = programs or {cpu: build(cpu, options.example) for cpu in CPUS}
    times: dict[str, list[float]] = {name: [] for name in ["fairy-stockfish", *programs]}
    for run in range(options.runs):
        times["fairy-stockfish"].append(cpu_seconds([options.fairy], FAIRY_INPUT))
        for name, command in programs.items():
            times[name].append(cpu_seconds(command, b""))
        print(f"run {run + 1} of {options.runs} done", file=sys.stderr)

    fairy = min(times["fairy-stockfish"])
    print(f"perft 5, {NODES} nodes, best of {options.runs}")
    for name, all_times in times.items():
        best = min(all_times)
        print(f"{name:<24} {best:7.3f} s CPU  {NODES / best / 1e6:7.1f} Mn/s  {fairy / best:6.2f} x fairy-stockfish")


if __name__ == "__main__":
    main()
