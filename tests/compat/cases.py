"""What the clients are asked, and what they are answered."""

import json

TOKENIZERS = [
    "tests/vllm/fixtures/tokenizers/with-bos",
    "tests/compat/fixtures/tokenizers/byte-pairs",
    "tests/vllm/fixtures/tokenizers/word-pieces",
    "tests/compat/fixtures/tokenizers/unigrams",
]
SEEDS = [0, 7, 4294967295, 123456]
CONVERSATIONS = "tests/vllm/fixtures/inputs/conversations.json"
PROMPTS = "tests/vllm/fixtures/inputs/prompts.jsonl"
POEM = "tests/datasets/fixtures/poem.txt"
TRACE = "tests/datasets/fixtures/burst.csv"

RANDOM = ["--dataset-name", "random", "--random-input-len", "40", "--random-output-len", "9"]
PREFIXED = ["--random-range-ratio", "0.3", "--random-prefix-len", "20"]
SHAREGPT = ["--dataset-name", "sharegpt", "--dataset-path", CONVERSATIONS]
BURSTGPT = ["--dataset-name", "burstgpt", "--dataset-path", TRACE]
SONNET = ["--dataset-name", "sonnet", "--dataset-path", POEM, "--sonnet-input-len", "250",
          "--sonnet-output-len", "11", "--sonnet-prefix-len", "120"]
CUSTOM = ["--dataset-name", "custom", "--dataset-path", PROMPTS]
TIMED = ["--dataset-name", "timed_trace", "--dataset-path", "tests/datasets/fixtures/trace.jsonl",
         "--timed-trace-sec-multiplier", "0.001"]
REPEATED = ["--dataset-name", "prefix_repetition", "--prefix-repetition-prefix-len", "12",
            "--prefix-repetition-suffix-len", "9", "--prefix-repetition-num-prefixes", "3",
            "--prefix-repetition-output-len", "5"]
RATE = ["--request-rate", "20"]


def version(release):
    return tuple(int(part) for part in release.split("."))


def asked(tokenizer, count, seed, *flags):
    return ["--model", "org/sim", "--tokenizer", tokenizer, "--num-prompts", str(count), "--seed", str(seed), *flags]


def chat(release):
    flag = "--backend" if version(release) >= (0, 10) else "--endpoint-type"
    return [flag, "openai-chat", "--endpoint", "/v1/chat/completions"]


def identified(release):
    return ["--request-id-prefix", "r-"] if version(release) >= (0, 11) else []


def workloads(release):
    everywhere = [
        asked(tokenizer, count, seed, *flags)
        for tokenizer, seed in zip(TOKENIZERS, SEEDS)
        for count, flags in (
            (8, RANDOM),
            (8, [*RANDOM, *PREFIXED, *RATE]),
            (30, [*SHAREGPT, *RATE, "--burstiness", "0.5"]),
            (6, [*BURSTGPT, *RATE, "--burstiness", "3"]),
        )
    ] + [
        asked(TOKENIZERS[0], 30, 3, *SHAREGPT, "--sharegpt-output-len", "3", "--ignore-eos"),
        asked(TOKENIZERS[0], 5, 3, *RANDOM, *chat(release), "--top-k", "4"),
        asked(TOKENIZERS[1], 4, 5, *RANDOM, "--temperature", "0.5", "--logprobs", "2"),
    ]
    # Newer releases have no poem.
    poems = [
        asked(TOKENIZERS[0], 6, 0, *SONNET, *RATE),
        asked(TOKENIZERS[0], 6, 7, *SONNET, *chat(release)),
        asked(TOKENIZERS[1], 6, 3, *SONNET),
    ]
    later = [
        asked(TOKENIZERS[0], 20, 3, *CUSTOM),
        asked(TOKENIZERS[1], 5, 0, *CUSTOM, *RATE),
        asked(TOKENIZERS[0], 10, 7, *REPEATED, *RATE),
        asked(TOKENIZERS[2], 9, 0, *REPEATED),
        asked(TOKENIZERS[0], 12, 0, *RANDOM, "--ramp-up-strategy", "linear",
              "--ramp-up-start-rps", "2", "--ramp-up-end-rps", "9"),
    ]
    newest = [
        asked(tokenizer, 12, 0, *TIMED, *flags)
        for tokenizer, flags in (
            (TOKENIZERS[0], []),
            (TOKENIZERS[1], ["--timed-trace-chunk-hash-size", "4"]),
            ("tests/vllm/fixtures/tokenizers/byte-pairs", []),
        )
    ]
    since = [
        *everywhere,
        *(poems if version(release) < (0, 31) else []),
        *(later if version(release) >= (0, 11) else []),
        *(newest if version(release) >= (0, 33) else []),
    ]
    return [[*arguments, *identified(release)] for arguments in since]


def results(release):
    few = asked(TOKENIZERS[0], 7, 0, *RANDOM)
    return [
        few,
        [*few, *chat(release), "--percentile-metrics", "ttft,tpot,itl,e2el", "--metric-percentiles", "50,99,99.9"],
        [*few, "--goodput", "ttft:60", "tpot:40", "--max-concurrency", "3"],
        [*few, *RATE, "--metadata", "a=b=c", "größe=ö"],
        asked(TOKENIZERS[0], 1, 0, *RANDOM),
    ]


def pooling(release):
    """Embeddings, for the releases that knew how."""
    few = asked(TOKENIZERS[0], 7, 0, *RANDOM, "--backend", "openai-embeddings", "--endpoint", "/v1/embeddings")
    told = [
        few,
        [*few, "--percentile-metrics", "ttft,e2el", "--metric-percentiles", "50,99.9", "--max-concurrency", "3"],
        [*few, "--percentile-metrics", "e2el", *RATE],
    ]
    return told if (0, 11) <= version(release) < (0, 30) else []


# --- Answers ----------------------------------------------------------------------------------------------

STEP = 1 / 64


def data(value):
    return f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n"


def text(value, chat, **more):
    return {"choices": [{"delta": {"content": value}, **more} if chat else {"text": value, **more}]}


USAGE = {"choices": [], "usage": {"prompt_tokens": 47, "completion_tokens": 3}}
ERROR = {"error": {"message": "out of memory", "code": 500}}


def script(*pieces, status=200):
    """Pieces are (steps of the clock since the one before, texts that come together)."""
    return {"status": status, "pieces": [(steps * STEP, "".join(texts)) for steps, texts in pieces]}


def plain_script(_, body):
    chat = "messages" in body
    return script((1, [data(text("a", chat)), data(text("b", chat)), data(USAGE), data("[DONE]")]))


def metered_script(index, body):
    """The same from a server that sends its own times with every other answer."""
    made = timed_script(index, body)
    if index % 2 == 0:
        for place, (seconds, text) in enumerate(made["pieces"]):
            if '"usage"' in text:
                made["pieces"][place] = (seconds, data({**json.loads(text[6:]), "metrics": times_of(index)}))
    return made


def times_of(index):
    return {"queue_time_ms": index * 0.7, "time_to_first_token_ms": None if index == 4 else 10 + index}


def timed_script(index, body):
    """A few tokens with different gaps; every fifth request fails."""
    chat = "messages" in body
    if index % 5 == 3:
        return script(status=500)
    usage = {"choices": [], "usage": {"prompt_tokens": 40 + index, "completion_tokens": 2 + index % 4}}
    tokens = [(1 + (index * 3 + step * 5) % 7, [data(text(f" é{step}", chat))]) for step in range(2 + index % 4)]
    return script((2 + index, [data(text("", chat))]), *tokens, (1, [data(usage)]), (1, [data("[DONE]")]))


def pooled_script(index, _):
    """Every fifth request fails; how long the others take differs."""
    if index % 5 == 3:
        return script(status=500)
    usage = {"prompt_tokens": 40 + index, "total_tokens": 40 + index}
    return {**script(), "headAfter": (2 + index * 3 % 7) * STEP, "document": {"data": [], "usage": usage}}


def scripts(chat):
    role = {"choices": [{"delta": {"role": "assistant", "content": ""}}]} if chat else text("", chat)
    last = {"choices": [{"delta": {}, "finish_reason": "stop"}]} if chat else text("", chat, finish_reason="stop")
    end = [(2, [data(USAGE)]), (1, [data("[DONE]")])]
    words = [(3, [data(text(" one", chat))]), (2, [data(text(" two", chat))])]
    reasoning = [(2, [data({"choices": [{"delta": {"reasoning_content": " so"}}]})])] if chat else []
    beside = {**text(" three", chat, finish_reason="length"), "usage": USAGE["usage"]}
    return [
        script((4, [data(role)]), *words, (1, [data(last)]), *end),
        script((4, [data(role)]), *reasoning, *words, (1, [data(last)]), *end),
        script((5, [data(role), data(text(" one", chat)), data(text(" two", chat))]), (2, [data(last), data(USAGE), data("[DONE]")])),
        # An error in the middle, after which the stream ends as if nothing had been.
        script((4, [data(role)]), *words, (6, [data(ERROR)]), (1, [data("[DONE]")])),
        # Nothing but an error.
        script((4, [data(ERROR)]), (1, [data("[DONE]")])),
        # No token.
        script((4, [data(USAGE)]), (1, [data("[DONE]")])),
        # Cut off without a word.
        script((4, [data(role)]), *words),
        # Counts beside the last token, and nowhere else.
        script((4, [data(text(" one", chat))]), (3, [data(beside)]), (2, [data("[DONE]")])),
        # No counts at all.
        script(*words, (1, [data(last)]), (1, [data("[DONE]")])),
        # A message that is no JSON.
        script(*words, (1, [data("{")]), (1, [data("[DONE]")])),
        script(status=500),
    ]


def delta(**fields):
    return {"choices": [{"delta": fields}]}


TIMES = {"queue_time_ms": 1.5, "time_to_first_token_ms": 30}


def newest_chats():
    """What the client takes for output since v0.33, and streams cut anywhere."""
    role = (4, [data(delta(role="assistant", content=""))])
    end = (2, [data({**USAGE, "metrics": TIMES}), data("[DONE]")])
    beside = {**delta(role="assistant"), "usage": USAGE["usage"]}
    one, two = data(delta(content=" one")), data(delta(content=" two"))
    return [
        script(role, (3, [data(delta(reasoning=" so"))]), (2, [one]), (2, [two]), end),
        script(role, (3, [data(delta(content=""))]), (2, [one]), end),
        script(role, (3, [data(delta(role="assistant", content=" one"))]), (2, [data(delta(content=None))]), end),
        script(role, (3, [data(delta(tool_calls=[{"index": 0}]))]), (2, [data(delta(tool_calls=[]))]), end),
        script(role, (3, [data(delta(function_call={"name": "f"}))]), end),
        script(role, (3, [data(delta(refusal=" no"))]), end),
        # Tokens that are counted and never shown.
        script(role, (2, [data({"choices": [{"delta": {}, "finish_reason": "stop"}]})]), end),
        script(role, (3, [one]), (2, [data(beside)]), (1, [data("[DONE]")])),
        # A comment by itself, one beside a token, an event in two pieces, and one without its blank line.
        script(role, (1, [": ping\n\n"]), (2, [one]), (2, [": ping\n\n", two]), end),
        script(role, (3, [one[:20]]), (2, [one[20:], two[:9]]), (1, [two[9:]]), end),
        script(role, (3, [data(delta(content=" one "))[:-10]]), (2, [data(delta(content=" one "))[-10:]]), end),
        script(role, (3, [one, two]), (2, [data({**USAGE, "metrics": {**TIMES, "queue_time_ms": None}})])),
    ]


def answers(release):
    few = asked(TOKENIZERS[0], 11, 0, *RANDOM)
    told = [(few, scripts(chat=False)), ([*few, *chat(release)], scripts(chat=True))]
    if version(release) >= (0, 33):
        told.append(([*asked(TOKENIZERS[0], 12, 0, *RANDOM), *chat(release)], newest_chats()))
    return told


# --- Files ------------------------------------------------------------------------------------------------


def text_of(fixture):
    """JSON with a line for each case."""
    parts = [
        f"{json.dumps(key)}: [\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in value) + "\n]"
        for key, value in fixture.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"
