"""Writes fixtures/random-batches.json and fixtures/random-rerank.json beside this file.

Every request is made one after the other with numpy and `tokenizers`, nothing else: `default_rng` draws lengths,
starting points and top-ups, `RandomState` the arrival times. Run it from anywhere, in an environment with numpy and
tokenizers:

    python tests/datasets/make-random-rerank.py
"""

import json
import math
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
TINY = Tokenizer.from_file(str(HERE.parents[1] / "src/node/tokenizer/fixtures/tiny/tokenizer.json"))
ADDED = len(TINY.encode("a", add_special_tokens=True).ids) - len(TINY.encode("a", add_special_tokens=False).ids)
SPECIAL = {token_id for token_id, token in TINY.get_added_tokens_decoder().items() if token.special}
VOCABULARY = TINY.get_vocab_size(with_added_tokens=False)
ORDINARY = np.array([token_id for token_id in range(VOCABULARY) if token_id not in SPECIAL])


def draw(rng, count, length, ratio, output=0, output_ratio=0.0):
    length = max(0, length - ADDED)
    lengths = rng.integers(math.floor(length * (1 - ratio)), math.ceil(length * (1 + ratio)) + 1, count)
    low = max(1, math.floor(output * (1 - output_ratio)))
    high = max(1, math.ceil(output * (1 + output_ratio)))
    outputs = rng.integers(low, high + 1, count)
    return lengths, outputs, rng.integers(0, VOCABULARY, count)


def text_of(rng, start, length):
    """Decoded and encoded again until it has its length, at most ten times."""
    ids = [int(ORDINARY[(start + step) % len(ORDINARY)]) for step in range(length)]
    for adjustments_left in range(10, -1, -1):
        text = TINY.decode(ids, skip_special_tokens=False)
        ids = TINY.encode(text, add_special_tokens=False).ids
        if len(ids) == length or adjustments_left == 0:
            return text, len(ids)
        missing = length - len(ids)
        ids = ids[:length] if missing < 0 else ids + rng.integers(0, VOCABULARY, missing).tolist()


def batches(case):
    rng = np.random.default_rng(case["seed"])
    lengths, outputs, starts = draw(
        rng, case["numPrompts"], case["inputLen"], case["rangeRatio"], case["outputLen"], case["rangeRatio"]
    )
    prompts = [
        text_of(rng, int(start) + index, int(length)) for index, (start, length) in enumerate(zip(starts, lengths))
    ]
    size = case["batchSize"]
    groups = [prompts[first : first + size] for first in range(0, len(prompts), size)]
    return [[[text for text, _ in group], sum(tokens for _, tokens in group), 0] for group in groups]


def rankings(case):
    rng = np.random.default_rng(case["seed"])
    count, size, length, ratio = case["numPrompts"], case["batchSize"], case["inputLen"], case["rangeRatio"]
    pairs = not case["noReranker"]
    [query_length], _, [query_start] = draw(rng, 1, length // 2 - 1 if pairs else length, ratio)
    if pairs:
        document_length = length - int(query_length) - 1
    else:
        count, size, document_length = count - 1, size - 1, length
    lengths, _, starts = draw(rng, count, document_length, ratio)
    query, query_tokens = text_of(rng, int(query_start), int(query_length))
    documents = [
        text_of(rng, int(start) + 1 + index, int(length)) for index, (start, length) in enumerate(zip(starts, lengths))
    ]
    groups = [documents[first : first + size] for first in range(0, count, size)]
    return [
        [
            [query, *(text for text, _ in group)],
            sum(tokens for _, tokens in group) + ((query_tokens + 1) * len(group) if pairs else query_tokens),
            0,
        ]
        for group in groups
    ]


def with_arrivals(case, requests):
    state = np.random.RandomState(case["seed"])
    gaps = [state.gamma(1.0, 1 / case["requestRate"]) for _ in requests]
    offsets = np.cumsum(gaps)
    scale = len(requests) / case["requestRate"] / offsets[-1]
    return {**case, "requests": requests, "offsetsS": [float(offset * scale) for offset in offsets]}


def write(name, cases):
    (HERE / "fixtures" / name).write_text(json.dumps(cases, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def settings(seed, prompts, batch, length, ratio, **others):
    sizes = {"numPrompts": prompts, "batchSize": batch, "inputLen": length, "rangeRatio": ratio}
    return {"seed": seed, **sizes, "requestRate": 8.0, **others}


BATCHES = [
    settings(0, 10, 4, 20, 0.0, outputLen=16),
    settings(3, 9, 3, 24, 0.6, outputLen=16),
    settings(7, 2, 5, 12, 0.25, outputLen=1),
]
RANKINGS = [
    settings(0, 6, 1, 40, 0.0, noReranker=False),
    settings(1, 10, 4, 64, 0.5, noReranker=False),
    settings(42, 5, 8, 21, 0.3, noReranker=False),
    settings(5, 11, 4, 18, 0.4, noReranker=True),
    settings(6, 2, 2, 16, 0.0, noReranker=True),
]

write("random-batches.json", [with_arrivals(case, batches(case)) for case in BATCHES])
write("random-rerank.json", [with_arrivals(case, rankings(case)) for case in RANKINGS])
