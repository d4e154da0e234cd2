"""Partitions of lines, each analysed by one process, in the order in which they came."""

import subprocess
from collections import deque
from itertools import islice

PARTITION = 100
RETRIES = 3


class PartitionError(RuntimeError):
    """A process did not answer every line; the partition is tried again."""


def analyse_partition(command, first_line, lines):
    """The lines that `command` answers to `lines`, of which the first is number `first_line` of the input.

    Raises PartitionError when the process ends otherwise than a filter should: an answer for each line that is not
    blank, exit code 0, or 1 when some of the lines were bad.
    """
    text = "".join(line.rstrip("\n") + "\n" for line in lines)
    process = subprocess.run(
        [*command, "--first-line", str(first_line)], input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    answers = process.stdout.decode().splitlines()
    expected = sum(1 for line in lines if line.strip())
    if process.returncode not in (0, 1) or len(answers) != expected:
        said = process.stderr.decode(errors="replace").strip().splitlines()
        raise PartitionError(
            f"lines {first_line} to {first_line + len(lines) - 1}: exit code {process.returncode}, "
            f"{len(answers)} answers to {expected} lines; {said[-1] if said else 'no message'}"
        )
    return answers


def partitions(lines, size):
    """Lists of `size` lines, with the number of the first of each, from 1."""
    lines, first = iter(lines), 1
    while part := list(islice(lines, size)):
        yield first, part
        first += len(part)


def analyse(client, lines, command, partition=PARTITION, retries=RETRIES, ahead=None):
    """Yields a line of JSON for each line that is not blank, in order.

    `client` is a distributed.Client, `command` the filter with its arguments as it is called on the workers, `ahead` how
    many partitions are under way at the same time (four for each worker thread).
    """
    if ahead is None:
        threads = sum(client.nthreads().values())
        ahead = 4 * max(threads, 1)
    parts, running = partitions(lines, partition), deque()
    while True:
        for first, part in islice(parts, ahead - len(running)):
            # A process has no side effects and the same answer every time, but its result must not be taken for another's.
            running.append(client.submit(analyse_partition, command, first, part, retries=retries, pure=False))
        if not running:
            return
        yield from running.popleft().result()
