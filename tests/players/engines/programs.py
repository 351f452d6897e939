"""Programs that tests play against: well-behaved ones, and others."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

# A brain of the Gomocup protocol in forty lines: it takes the first free cell, row by row.
BRAIN = r"""
import re, sys

size, stones, log = None, set(), open(sys.argv[1], "a") if len(sys.argv) > 1 else None

def say(text):
    print(text, end="\r\n", flush=True)

def move():
    cols, rows = size
    free = ((x, y) for y in range(rows) for x in range(cols) if (x, y) not in stones)
    x, y = next(free)
    stones.add((x, y))
    say("MESSAGE I think")
    say("DEBUG of nothing")
    say(f"{x},{y}")

def at(text):
    return tuple(int(n) for n in text.split(",")[:2])

board = False
for line in sys.stdin:
    line = line.strip()
    if log:
        print(line, file=log, flush=True)
    command, _, rest = line.partition(" ")
    if board:
        if line == "DONE":
            board = False
            move()
        else:
            stones.add(at(line))
    elif command == "START":
        size = int(rest), int(rest)
        stones.clear()
        say("OK - everything is good")
    elif command == "RECTSTART":
        size = at(rest)
        stones.clear()
        say("OK")
    elif command == "RESTART":
        stones.clear()
        say("OK")
    elif command == "BEGIN":
        move()
    elif command == "TURN":
        stones.add(at(rest))
        move()
    elif command == "BOARD":
        stones.clear()
        board = True
    elif command == "ABOUT":
        say('name="First", version="1"')
    elif command == "END":
        break
    elif command != "INFO":
        say("UNKNOWN command")
"""

# The same in C, with a table of its own and no library but that of C.
BRAIN_IN_C = r"""
#include <stdio.h>
#include <string.h>

static char taken[100][100];
static int cols, rows;

static void move(void) {
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < cols; x++)
            if (!taken[y][x]) {
                taken[y][x] = 1;
                printf("%d,%d\n", x, y);
                return;
            }
}

int main(void) {
    char line[256];
    int x, y, field, board = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (board && sscanf(line, "%d,%d,%d", &x, &y, &field) == 3) taken[y][x] = 1;
        else if (!strncmp(line, "DONE", 4)) { board = 0; move(); }
        else if (sscanf(line, "START %d", &cols) == 1) {
            rows = cols;
            memset(taken, 0, sizeof taken);
            puts("OK");
        }
        else if (!strncmp(line, "BEGIN", 5)) move();
        else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) { taken[y][x] = 1; move(); }
        else if (!strncmp(line, "BOARD", 5)) board = 1;
        else if (!strncmp(line, "END", 3)) return 0;
        else if (strncmp(line, "INFO", 4)) puts("UNKNOWN command");
        fflush(stdout);
    }
    return 0;
}
"""


def python(code: str, folder: Path, *arguments: object) -> str:
    """The command that runs a program of Python."""
    path = folder / f"program{len(list(folder.iterdir()))}.py"
    path.write_text(code)
    return shlex.join([sys.executable, "-E", str(path), *map(str, arguments)])


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and is waited for does not."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def ends(pid: int, seconds: float = 5) -> bool:
    """Whether a process ends soon."""
    until = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.02)
    return not is_alive(pid)
