"""Runs the `vllm bench serve` of a release for command lines and says what it printed and saved.

    python tests/compat/run-client.py FOLDER < ARGUMENTS

FOLDER holds the unpacked wheel, as for `make-fixtures.py`, whose stand-ins this uses; network and clock are real. Each
line of the input is a list of arguments, each line of the output an object.
"""

import argparse
import contextlib
import importlib
import io
import json
import os
import sys
import tempfile
from importlib import util
from pathlib import Path


def load_client(folder):
    spec = util.spec_from_file_location("fixtures", Path(__file__).with_name("make-fixtures.py"))
    fixtures = util.module_from_spec(spec)
    spec.loader.exec_module(fixtures)
    sys.meta_path.insert(0, fixtures.StandIns(folder))
    return importlib.import_module("vllm.benchmarks.serve")


def run(serve, arguments):
    parser = argparse.ArgumentParser()
    serve.add_cli_args(parser)
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        saving = ["--save-result", "--result-dir", folder, "--result-filename", "result.json", "--disable-tqdm"]
        try:
            parsed = parser.parse_args([*arguments, *saving])
            with contextlib.redirect_stdout(printed):
                serve.main(parsed)
        except (Exception, SystemExit) as error:
            return {"output": printed.getvalue(), "result": None, "error": f"{type(error).__name__}: {error}"}
        result = (Path(folder) / "result.json").read_text(encoding="utf-8")
    return {"output": printed.getvalue(), "result": result, "error": None}


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    os.chdir(Path(__file__).resolve().parents[2])
    client = load_client(folder)
    for line in sys.stdin:
        print(json.dumps(run(client, json.loads(line))), flush=True)
