"""The world around the client: clocks that move as they are told, and a network that answers from here."""

import json
from types import SimpleNamespace

import soundfile


class Clock:
    """Every look at it takes between 1/64 and 4/64 s."""

    def __init__(self):
        self.now = 1000.0
        self.looks = []

    def perf_counter(self):
        self.now += (1 + (len(self.looks) * 5) % 4) / 64
        self.looks.append(self.now)
        return self.now


class ScheduleClock:
    """Stands still but for the sleeps of the schedule, so that it shows the offsets as they were computed."""

    now = 0.0

    def time(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


class Network:
    """Answers every request, with a few tokens or a vector; every fifth fails where failures are asked for."""

    def __init__(self, fails):
        self.fails = fails
        self.sent = []

    def session(self, **_):
        return self

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def close(self):
        pass

    def get(self, *_, **__):
        return Answer(404, "Not Found", [])

    def post(self, url, json=None, data=None, headers=None, **_):
        pooled = url.endswith(("embeddings", "pooling", "rerank"))
        if not pooled and not url.endswith(("completions", "transcriptions", "translations")):
            raise ConnectionError("only benchmarks are answered")
        index = len(self.sent)
        if data is not None:
            self.sent.append((fields_of(data), headers))
            return Answer(200, "OK", stream(index, chat=True))
        self.sent.append((json, headers))
        if self.fails and index % 5 == 2:
            return Answer(500, "Internal Server Error", [])
        return pooled_answer(index, json) if pooled else Answer(200, "OK", stream(index, chat="messages" in json))


def fields_of(form):
    """Of the file, which the client makes anew of what it has decoded, its name and how long it plays."""
    fields = {}
    for options, _, value in form._fields:
        if options["name"] == "file":
            value = {"name": options["filename"], "seconds": soundfile.info(value).duration}
        fields[options["name"]] = value
    return fields


class Answer:
    def __init__(self, status, reason, chunks, document=None, headers=None):
        self.status, self.reason, self.document, self.headers = status, reason, document, headers
        self.content = SimpleNamespace(iter_any=lambda: replay(chunks))

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    async def read(self):
        return json.dumps(self.document).encode()

    async def json(self):
        return self.document


async def replay(chunks):
    for chunk in chunks:
        yield chunk


def stream(index, chat):
    count = 1 + index * 3 % 5
    texts = [f" é{index}" if step else "" for step in range(count)]
    choices = [{"delta": {"content": text}} if chat else {"text": text} for text in texts]
    usage = {"prompt_tokens": 40 + index, "completion_tokens": count + index % 2}
    events = [{"choices": [choice]} for choice in choices] + [{"choices": [], "usage": usage}]
    return [f"data: {json.dumps(event)}\n\n".encode() for event in events] + [b"data: [DONE]\n\n"]


def pooled_answer(index, body):
    usage = {"usage": {"prompt_tokens": 100 + index}}
    if body.get("encoding_format") == "bytes":
        return Answer(200, "OK", [b"\0\0", b"\0\0"], headers={"metadata": json.dumps(usage)})
    return Answer(200, "OK", [b"\0\0"], document={"data": [], **usage})
