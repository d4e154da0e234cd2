"""The command line of the package; `README.md` says how it is used."""

import argparse
import json
import os
import sys
import tempfile

from distributed import Client, LocalCluster

from .analyse import PARTITION, RETRIES, PartitionError, analyse


def main():
    parser = argparse.ArgumentParser(
        prog="chuhe-cluster", description="Analyse positions with Chuhe on a Dask cluster.",
        epilog="Example: chuhe-cluster positions.jsonl -o out.jsonl --scheduler tcp://host:8786 -- --nodes 1000000",
    )
    parser.add_argument("input", help="lines of JSON or FEN; - is standard input")
    parser.add_argument("-o", "--output", default="-", help="lines of JSON; - is standard output")
    parser.add_argument("--scheduler", help="address of a Dask scheduler [default: a cluster on this machine]")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes of a cluster on this machine")
    parser.add_argument("--chuhe", default="chuhe", help="the program as the workers find it")
    parser.add_argument("--partition", type=int, default=PARTITION, help="lines a piece of work")
    parser.add_argument("--retries", type=int, default=RETRIES, help="how often a piece of work is tried again")
    arguments, rest = parser.parse_known_args()
    rest = rest[1:] if rest[:1] == ["--"] else rest
    command = [arguments.chuhe, "analyze", "--worker", *rest]
    if arguments.scheduler:
        cluster = contents = None
        client = Client(arguments.scheduler)
    else:
        cluster = LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    source = sys.stdin if arguments.input == "-" else open(arguments.input, encoding="utf-8")
    done, failed = 0, 0
    folder = os.path.dirname(os.path.abspath(arguments.output))
    try:
        # A file appears when it is whole.
        contents = sys.stdout if arguments.output == "-" else tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=folder, prefix=".chuhe-cluster-", delete=False
        )
        with client:
            for line in analyse(client, source, command, arguments.partition, arguments.retries):
                contents.write(line + "\n")
                done += 1
                failed += "error" in json.loads(line)
                if sys.stderr.isatty():
                    print(f"\r{done} positions, {failed} failed", end="", file=sys.stderr)
        if contents is not sys.stdout:
            contents.close()
            os.replace(contents.name, arguments.output)
    except (PartitionError, OSError) as error:
        print(f"chuhe-cluster: {error}", file=sys.stderr)
        if contents not in (None, sys.stdout):
            os.unlink(contents.name)
        return 2
    finally:
        if cluster is not None:
            cluster.close()
    print(f"{done} positions, {failed} failed", file=sys.stderr)
    return 1 if failed else 0 if done else 2


if __name__ == "__main__":
    sys.exit(main())
