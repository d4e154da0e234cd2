"""A UCI or UCCI engine as a process, for the scripts beside this file."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def default_engine() -> str:
    """The release binary of this workspace, or what CHUHE_BIN names."""
    return os.environ.get("CHUHE_BIN") or str(ROOT / "target" / "release" / "chuhe")


def load_note() -> str:
    """One line about how busy the machine is: a figure measured beside other work is worth less."""
    if not hasattr(os, "getloadavg"):
        return "load average unknown"
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    return f"load average {load:.1f} on {cores} cores" + ("" if load < 0.5 else ": the machine was NOT idle")


class Engine:
    """Lines out and in. Reading past the end of an engine that died ends the program with its exit code."""

    def __init__(self, command: str, dialect: str = "uci"):
        self.started = time.monotonic()
        try:
            self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            sys.exit(f"{command}: {error.strerror}; build it first: cargo build --release")
        self.lines = self.process.stdout
        self.buffer = b""
        self.send(dialect)
        self.until(dialect + "ok")
        self.ready_after = time.monotonic() - self.started

    def send(self, *lines: str) -> None:
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())

    def line(self) -> str:
        while b"\n" not in self.buffer:
            block = os.read(self.lines.fileno(), 65536)
            if not block:
                sys.exit(f"the engine has died, exit code {self.process.wait()}")
            self.buffer += block
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode("ascii", "replace").strip()

    def until(self, prefix: str) -> list[str]:
        """All lines up to the first one that begins with the prefix."""
        lines = []
        while True:
            lines.append(self.line())
            if lines[-1].startswith(prefix):
                return lines

    def status(self, key: str) -> int:
        """A figure in kB from /proc (Linux)."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(key + ":"):
                return int(line.split()[1])
        raise KeyError(key)

    def cpu_ticks(self) -> int:
        """User and system clock ticks used so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def quit(self) -> int:
        self.send("quit")
        self.process.stdin.close()
        while os.read(self.lines.fileno(), 65536):
            pass
        return self.process.wait()
