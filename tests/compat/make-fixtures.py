"""Writes `fixtures/RELEASE.json` by running the `vllm bench serve` of a release.

    python tests/compat/make-fixtures.py RELEASE FOLDER

FOLDER holds the unpacked wheel. The client's own modules run unchanged; what else it imports of vLLM, such as the
engine, is a stand-in. Around it are a clock, a network that answers from here, and a sleep that moves the clock.
"""

import argparse
import asyncio
import base64
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import cases

REPOSITORY = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).resolve().parent / "fixtures"


# --- What the client imports of vLLM ----------------------------------------------------------------------


def get_tokenizer(name, **_):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(name)


PROVIDED = {
    "get_tokenizer": get_tokenizer,
    "FlexibleArgumentParser": argparse.ArgumentParser,
    "is_mistral_tokenizer": lambda _: False,
    "join_host_port": lambda host, port: f"{host}:{port}",
    "freeze_gc_heap": lambda: None,
}


class StandIn(MagicMock):
    __path__ = []
    __all__ = ()

    def __getattr__(self, name):
        return PROVIDED[name] if name in PROVIDED else super().__getattr__(name)


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules of vLLM that are not the benchmark's own."""

    def __init__(self, folder):
        self.folder = folder

    def find_spec(self, name, path=None, target=None):
        if name == "pybase64":
            return importlib.machinery.ModuleSpec(name, self)
        if name != "vllm" and not name.startswith("vllm."):
            return None
        if name.startswith("vllm.benchmarks"):
            return importlib.machinery.PathFinder.find_spec(name, [str(self.folder / Path(*name.split(".")[:-1]))])
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return base64 if spec.name == "pybase64" else StandIn(name=spec.name)

    def exec_module(self, module):
        pass


# --- The world around the client --------------------------------------------------------------------------


class Refusal(Exception):
    """Never raised: this network answers or breaks."""


class Clock:
    """Stands still but for what the network and sleeps move it by."""

    def __init__(self, now):
        self.now = now

    def read(self):
        return self.now

    async def sleep(self, seconds):
        self.now += max(0.0, seconds)


class Network:
    """Answers each request with the next of its scripts, moving the clock to when each piece comes."""

    def __init__(self, clock, script_of):
        self.clock, self.script_of, self.sent = clock, script_of, []

    def session(self, **_):
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def close(self):
        pass

    def get(self, *_, **__):
        return Answer(self.clock, {"status": 404, "pieces": []})

    def post(self, url, json, headers=None, **_):
        if not url.endswith(("completions", "embeddings")):
            raise ConnectionError("nothing else is answered")
        self.sent.append((json, dict(headers or {})))
        return Answer(self.clock, self.script_of(len(self.sent) - 1, json))


class Answer:
    def __init__(self, clock, script):
        self.clock, self.script = clock, script
        self.status = script["status"]
        self.reason = "OK" if self.status == 200 else "Internal Server Error"
        self.content = Pieces(clock, script["pieces"])

    async def __aenter__(self):
        self.clock.now += self.script.get("headAfter", 0)
        return self

    async def json(self):
        return self.script["document"]

    async def __aexit__(self, *_):
        pass


class Pieces:
    """Early clients read lines, later ones whatever has come."""

    def __init__(self, clock, pieces):
        self.clock, self.pieces = clock, pieces

    async def iter_any(self):
        for seconds, text in self.pieces:
            self.clock.now += seconds
            yield text.encode()

    async def __aiter__(self):
        async for piece in self.iter_any():
            for line in piece.splitlines(keepends=True):
                yield line


class Run:
    """One run of the client: what it sent and when, what it made of the answers, what it printed and saved."""

    def __init__(self, serve, endpoint, arguments, script_of):
        self.clock = Clock(1000.0)
        self.network = Network(self.clock, script_of)
        self.samples, self.offsets, self.outputs = [], [], []
        parser = argparse.ArgumentParser()
        serve.add_cli_args(parser)
        printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, self.surroundings(serve, endpoint):
            saving = ["--save-result", "--save-detailed", "--result-dir", folder, "--disable-tqdm"]
            parsed = parser.parse_args([*arguments, *saving])
            # A release that renamed the flag went on reading it by its old name.
            parsed.backend = getattr(parsed, "backend", None) or parsed.endpoint_type
            with contextlib.redirect_stdout(printed):
                serve.main(parsed)
            [file] = Path(folder).iterdir()
            self.file_name, self.result = file.name, file.read_text(encoding="utf-8")
        text = printed.getvalue()
        self.report = text[text.index("============ Serving"):].rstrip("\n")

    @contextlib.contextmanager
    def surroundings(self, serve, endpoint):
        clock, network = self.clock, self.network
        schedule = Clock(0.0)
        get_request = serve.get_request

        async def watched_request(*arguments, **named):
            start = schedule.now
            async for item in get_request(*arguments, **named):
                self.samples.append(item[0] if isinstance(item, tuple) else item)
                self.offsets.append(schedule.now - start)
                yield item
            self.end = schedule.now - start

        def watched(calculate):
            def watched_metrics(*arguments, **named):
                self.outputs, self.duration = named["outputs"], named["dur_s"]
                return calculate(*arguments, **named)

            return watched_metrics

        metrics = {
            name: watched(getattr(serve, name))
            for name in ("calculate_metrics", "calculate_metrics_for_embeddings")
            if hasattr(serve, name)
        }
        web = SimpleNamespace(
            ClientSession=network.session, TCPConnector=lambda **_: None, ClientTimeout=lambda **_: None,
            ClientError=Exception, ClientConnectorError=ConnectionRefusedError,
            ClientConnectionError=ConnectionError, ClientResponseError=Refusal,
        )
        timed = SimpleNamespace(time=schedule.read, perf_counter=clock.read)
        loop = SimpleNamespace(**{**vars(asyncio), "sleep": schedule.sleep})
        replaced = {
            serve: {"time": timed, "asyncio": loop, "get_request": watched_request, **metrics},
            endpoint: {"time": timed, "aiohttp": web},
        }
        if hasattr(serve, "aiohttp"):
            replaced[serve]["aiohttp"] = web
        saved = {module: {name: getattr(module, name) for name in names} for module, names in replaced.items()}
        for module, names in replaced.items():
            for name, value in names.items():
                setattr(module, name, value)
        try:
            yield
        finally:
            for module, names in saved.items():
                for name, value in names.items():
                    setattr(module, name, value)

    def measured(self):
        """The last requests are those of the benchmark; a first one may have been a test."""
        return self.network.sent[len(self.network.sent) - len(self.samples):]

    def workload(self):
        requests = [
            {"id": headers.get("x-request-id"), "promptTokens": sample.prompt_len, "body": body}
            for sample, (body, headers) in zip(self.samples, self.measured(), strict=True)
        ]
        return {"requests": requests, "offsetsS": self.offsets, "endS": self.end}

    def answers(self):
        return [
            {
                "success": output.success, "ttft": output.ttft, "latency": output.latency, "itl": output.itl,
                "promptTokens": output.prompt_len, "outputTokens": output.output_tokens or None,
                "text": output.generated_text, "failed": bool(output.error),
                "startS": getattr(output, "start_time", None),
                **server_times(output),
                "queueS": getattr(output, "client_queue_time", None),
            }
            for output in self.outputs
        ]


def server_times(output):
    """Seconds, of releases that read them."""
    if not hasattr(output, "server_ttft"):
        return {}
    return {"serverQueueS": output.server_queue_time, "serverTtftS": output.server_ttft}


# --- Fixtures ---------------------------------------------------------------------------------------------


def main(release, folder):
    os.chdir(REPOSITORY)
    sys.meta_path.insert(0, StandIns(folder))
    serve = importlib.import_module("vllm.benchmarks.serve")
    endpoint = importlib.import_module(serve.ASYNC_REQUEST_FUNCS["openai"].__module__)

    def run(arguments, script_of):
        return Run(serve, endpoint, arguments, script_of)

    fixture = {
        "workloads": [
            {"args": arguments, **run(arguments, cases.plain_script).workload()}
            for arguments in cases.workloads(release)
        ],
        "answers": [
            {"args": arguments, "scripts": scripts, "outputs": made.answers()}
            for arguments, scripts in cases.answers(release)
            for made in [run(arguments, lambda index, _: scripts[index % len(scripts)])]
        ],
        "results": [
            {
                "args": arguments, "durationS": made.duration, "outputs": made.answers(),
                "fileName": made.file_name, "report": made.report, "result": made.result,
            }
            for arguments in cases.results(release)
            for made in [run(arguments, cases.timed_script)]
        ],
    }
    if cases.version(release) >= (0, 33):
        fixture["results"] += [
            {
                "args": arguments, "durationS": made.duration, "outputs": made.answers(),
                "fileName": made.file_name, "report": made.report, "result": made.result,
            }
            for arguments in cases.results(release)[:2]
            for made in [run(arguments, cases.metered_script)]
        ]
    fixture["pooling"] = [
        {
            "args": arguments, "durationS": made.duration, "outputs": made.answers(),
            "fileName": made.file_name, "report": made.report, "result": made.result,
        }
        for arguments in cases.pooling(release)
        for made in [run(arguments, cases.pooled_script)]
    ]
    (FIXTURES / f"vllm-{release}.json").write_text(cases.text_of(fixture), encoding="utf-8")


# The timed traces of the client depend on it.
HASH_SEED = "42"

if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": HASH_SEED})
    main(sys.argv[1], Path(sys.argv[2]).resolve())
