#!/usr/bin/env python3
"""How batch analysis scales, and whether its results are the same whatever happens on the way.

Takes 1,000 positions out of a file of games (a line each: result, start, ICCS moves; plain or .zst) and

  same     analyses them with one worker, with two, killed by SIGKILL in the middle and resumed, and compares the results;
  scaling  alternates, five times: one `chuhe bench`, two at once, one worker, two workers. Two workers should reach 0.95 of
           the ratio that two benches reach over one. Also the runner's own cost: the processor time of a run with one worker
           that is not search time.

  benches/analysis.py target/release/chuhe ../shared/data/games.iccs.txt.zst [same] [scaling]
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def games(path):
    if path.suffix == ".zst":
        process = subprocess.run(["zstd", "-dc", str(path)], stdout=subprocess.PIPE, check=True)
        return process.stdout.decode().splitlines()
    return path.read_text(encoding="utf-8").splitlines()


def positions(path, count, seed):
    """Lines of input: a random ply of random games from the start position."""
    random.seed(seed)
    lines = []
    for text in random.sample(games(path), 4 * count):
        words = text.replace("\t", " ").split()
        if "startpos" not in words:
            continue
        moves = words[words.index("startpos") + 1:]
        if len(moves) < 20:
            continue
        ply = random.randrange(4, len(moves))
        lines.append(json.dumps({"id": len(lines), "moves": " ".join(moves[:ply])}))
        if len(lines) == count:
            return lines
    sys.exit(f"{path}: not enough games")


def analyse(chuhe, source, folder, workers, nodes, extra=()):
    command = [chuhe, "analyze", str(source), "-o", str(folder), "--format", "jsonl", "--json", "--workers", str(workers),
               "--nodes", str(nodes), *extra]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(run.stdout), seconds, processor


def same(chuhe, source, work, nodes):
    def rows(name):
        return (work / name / "positions.jsonl").read_bytes()

    for workers in (1, 2):
        analyse(chuhe, source, work / f"w{workers}", workers, nodes)
    command = [chuhe, "analyze", str(source), "-o", str(work / "killed"), "--format", "jsonl", "--workers", "2", "--nodes",
               str(nodes)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    store = work / "killed" / "searches.jsonl"
    total = len(source.read_text().splitlines())
    while process.poll() is None and (not store.exists() or store.read_bytes().count(b"\n") < total // 2):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    half = store.read_bytes().count(b"\n") - 1
    report, _, _ = analyse(chuhe, source, work / "killed", 2, nodes, ["--resume"])
    print(f"killed after {half} of {total} searches; resumed: {report['reused']} known, {report['positions']} in all")
    ok = rows("w1") == rows("w2") == rows("killed")
    print(f"{rows('w1').count(10)} rows; the same with 1 and 2 workers and after kill -9: {ok}")
    return ok


def bench(chuhe, count):
    """Nodes a second of `count` benches at once, together."""
    processes = [subprocess.Popen([chuhe, "bench"], stdout=subprocess.PIPE) for _ in range(count)]
    outputs = [process.communicate()[0].decode().splitlines()[-1] for process in processes]
    return sum(int(line.split()[3]) for line in outputs)


def scaling(chuhe, source, work, nodes, rounds):
    bench_ratios, worker_ratios, costs = [], [], []
    for number in range(rounds):
        one, two = bench(chuhe, 1), bench(chuhe, 2)
        single, seconds_1, processor = analyse(chuhe, source, work / f"s{number}-1", 1, nodes)
        double, seconds_2, _ = analyse(chuhe, source, work / f"s{number}-2", 2, nodes)
        bench_ratios.append(two / one)
        worker_ratios.append(single["seconds"] / double["seconds"])
        _, _, known = analyse(chuhe, source, work / f"s{number}-1", 1, nodes)
        costs.append(known / processor)
        print(f"round {number + 1}: bench {one} and {two} nps ({two / one:.3f}); {single['seconds']:.2f} s and "
              f"{double['seconds']:.2f} s ({worker_ratios[-1]:.3f}); own cost {costs[-1]:.1%}", flush=True)
    share = statistics.median(w / b for w, b in zip(worker_ratios, bench_ratios))
    cost = statistics.median(costs)
    print(f"median: bench x{statistics.median(bench_ratios):.3f}, workers x{statistics.median(worker_ratios):.3f}, "
          f"share {share:.3f}; the runner's own cost {cost:.1%}; load {os.getloadavg()[0]:.1f}")
    return share >= 0.95 and cost < 0.03


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chuhe")
    parser.add_argument("games", type=Path)
    parser.add_argument("what", nargs="*", default=["same", "scaling"])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the positions and results")
    arguments = parser.parse_args()
    work = arguments.keep or Path(tempfile.mkdtemp(prefix="chuhe-analysis-"))
    work.mkdir(parents=True, exist_ok=True)
    source = work / "positions.jsonl"
    source.write_text("\n".join(positions(arguments.games, arguments.positions, arguments.seed)) + "\n")
    chuhe, ok = str(Path(arguments.chuhe).resolve()), True
    if "same" in arguments.what:
        ok &= same(chuhe, source, work, arguments.nodes)
    if "scaling" in arguments.what:
        ok &= scaling(chuhe, source, work, arguments.nodes, arguments.rounds)
    if not arguments.keep:
        shutil.rmtree(work)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
