"""Adds the flags of a release of `vllm bench serve` to `fixtures/flags.json`, in their order.

    python tests/compat/make-flags.py RELEASE FOLDER

FOLDER holds the unpacked wheel, as for `make-fixtures.py`, whose stand-ins this uses.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent / "fixtures"


def flags_of(folder):
    from importlib import util

    spec = util.spec_from_file_location("fixtures", Path(__file__).with_name("make-fixtures.py"))
    fixtures = util.module_from_spec(spec)
    spec.loader.exec_module(fixtures)
    sys.meta_path.insert(0, fixtures.StandIns(folder))
    parser = argparse.ArgumentParser(add_help=False)
    importlib.import_module("vllm.benchmarks.serve").add_cli_args(parser)
    return [action.option_strings[0] for action in parser._actions]


def main(release, folder):
    path = FIXTURES / "flags.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known[release] = flags_of(folder)
    lines = [f"{json.dumps(name)}: {json.dumps(flags)}" for name, flags in sorted(known.items())]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]).resolve())
