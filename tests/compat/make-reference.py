"""Writes `fixtures/reference.json`: workloads of states of the client that no release can be installed of.

    python tests/compat/make-reference.py

One request after the other, as described in docs/measuring.md and docs/compatibility.md, with numpy, pandas, the
module `random` and the tokenizer library those clients used. Before it writes, it makes the workloads of two releases
in the same way and compares them with what those releases did, so that its own reading is held against the truth.
"""

import json
import os
import random
from pathlib import Path

import numpy as np
import pandas
from transformers import AutoTokenizer

import cases

REPOSITORY = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).resolve().parent / "fixtures"

STATES = {
    "vllm-0.5": dict(random="decoded", shares_of="low", sonnet="sample", fill=None, checks=True, temperature=True,
                     slept=True, ids=False, fields="2024"),
    "vllm-0.7": dict(random="decoded", shares_of="low", sonnet="choices", fill=None, checks=False, temperature=True,
                     slept=True, ids=False, fields="best_of"),
    "vllm-0.9": dict(random="cut-input", shares_of="both", sonnet="limit", fill="choices", checks=False,
                     temperature=True, slept=True, ids=False, fields="2025"),
    "vllm-0.11": dict(random="cut-total", shares_of="both", sonnet="limit", fill="choices", checks=False,
                      temperature=True, slept=False, ids=True, fields="2025"),
    "2025-10": dict(random="fitted", shares_of="both", sonnet="limit", fill="choice", checks=False,
                    temperature=True, slept=False, ids=True, fields="2025"),
}


class Client:
    def __init__(self, state, arguments):
        self.state = STATES[state]
        self.flags = parsed(arguments)
        self.tokenizer = AutoTokenizer.from_pretrained(self.flags["tokenizer"])
        self.count, self.seed = int(self.flags["num-prompts"]), int(self.flags["seed"])
        random.seed(self.seed)
        np.random.seed(self.seed)

    def number(self, flag, default):
        return int(self.flags.get(flag, default))

    def tokens(self, text):
        return len(self.tokenizer(text).input_ids)

    def templated(self, text):
        return self.tokenizer.apply_chat_template(
            [{"role": "user", "content": text}], add_generation_prompt=True, tokenize=False)

    # Each dataset gives (prompt, prompt tokens, output tokens), in the order they are sent.

    def random(self):
        ratio = float(self.flags.get("random-range-ratio", 1.0 if self.state["shares_of"] == "low" else 0.0))
        prefix_len = self.number("random-prefix-len", 0)
        return getattr(self, "random_" + self.state["random"].replace("-", "_"))(
            ratio, self.number("random-input-len", 1024), self.number("random-output-len", 128), prefix_len)

    def random_decoded(self, ratio, input_len, output_len, prefix_len):
        size = self.tokenizer.vocab_size
        prefix = np.random.randint(0, size, size=prefix_len).tolist()
        lengths = np.random.randint(int(input_len * ratio), input_len + 1, size=self.count)
        outputs = np.random.randint(int(output_len * ratio), output_len + 1, size=self.count)
        starts = np.random.randint(0, size, size=self.count)
        for i in range(self.count):
            ids = prefix + [(int(starts[i]) + i + j) % size for j in range(lengths[i])]
            yield self.tokenizer.decode(ids), prefix_len + int(lengths[i]), int(outputs[i])

    def random_cut_input(self, ratio, input_len, output_len, prefix_len):
        size = self.tokenizer.vocab_size
        inner = input_len - self.tokenizer.num_special_tokens_to_add()
        prefix = np.random.randint(0, size, size=prefix_len).tolist() if prefix_len else []
        bounds = [(int(n * (1 - ratio)), int(n * (1 + ratio)) + 1) for n in (inner, output_len)]
        lengths, outputs = [np.random.randint(low, high, size=self.count) for low, high in bounds]
        starts = np.random.randint(0, size, size=self.count)
        for i in range(self.count):
            ids = prefix + [(int(starts[i]) + i + j) % size for j in range(lengths[i])]
            back = self.tokenizer.encode(self.tokenizer.decode(ids), add_special_tokens=False)[: lengths[i]]
            yield self.tokenizer.decode(back), prefix_len + int(lengths[i]), int(outputs[i])

    def drawn(self, ratio, input_len, output_len, prefix_len):
        size, generator = self.tokenizer.vocab_size, np.random.default_rng(self.seed)
        inner = max(0, input_len - self.tokenizer.num_special_tokens_to_add())
        lows = int(np.floor(inner * (1 - ratio))), max(1, int(np.floor(output_len * (1 - ratio))))
        highs = int(np.ceil(inner * (1 + ratio))), int(np.ceil(output_len * (1 + ratio)))
        lengths, outputs = [generator.integers(low, high + 1, size=self.count) for low, high in zip(lows, highs)]
        starts = generator.integers(0, size, size=self.count)
        prefix = generator.integers(0, size, size=prefix_len).tolist() if prefix_len else []
        ids = [prefix + [(int(starts[i]) + i + j) % size for j in range(lengths[i])] for i in range(self.count)]
        return ids, outputs, generator

    def random_cut_total(self, *lengths):
        ids, outputs, _ = self.drawn(*lengths)
        for sequence, output in zip(ids, outputs):
            back = self.tokenizer.encode(self.tokenizer.decode(sequence), add_special_tokens=False)[: len(sequence)]
            yield self.tokenizer.decode(back), len(back), int(output)

    def random_fitted(self, *lengths):
        ids, outputs, generator = self.drawn(*lengths)
        for sequence, output in zip(ids, outputs):
            wanted, left = len(sequence), 10
            while True:
                text = self.tokenizer.decode(sequence)
                sequence = self.tokenizer.encode(text, add_special_tokens=False)
                if left == 0 or len(sequence) == wanted:
                    break
                if len(sequence) < wanted:
                    more = generator.integers(0, self.tokenizer.vocab_size, size=wanted - len(sequence))
                    sequence = sequence + more.tolist()
                else:
                    sequence = sequence[:wanted]
                left -= 1
            yield text, len(sequence), int(output)

    def sharegpt(self):
        rows = json.loads(Path(self.flags["dataset-path"]).read_text(encoding="utf-8"))
        rows = [row["conversations"] for row in rows if len(row.get("conversations", [])) >= 2]
        random.seed(self.seed)
        random.shuffle(rows)
        fixed, taken = self.flags.get("sharegpt-output-len"), []
        for first, second, *_ in rows:
            prompt_len = self.tokens(first["value"])
            output_len = int(fixed) if fixed else self.tokens(second["value"])
            short = output_len < 4 and (self.state["checks"] or not fixed)
            if 4 <= prompt_len <= 1024 and not short and prompt_len + output_len <= 2048 and len(taken) < self.count:
                taken.append((first["value"], prompt_len, output_len))
        return self.filled(taken, self.seed)

    def burstgpt(self):
        rows = pandas.read_csv(self.flags["dataset-path"])
        rows = rows[(rows["Model"] == "GPT-4") & (rows["Response tokens"] > 0)]
        rows = rows.sample(n=self.count, random_state=self.seed, replace=self.count > len(rows))
        for i, row in enumerate(rows.values.tolist()):
            ids = [(i + j) % self.tokenizer.vocab_size for j in range(int(row[2]))]
            yield self.tokenizer.decode(ids), int(row[2]), int(row[3])

    def sonnet(self):
        lines = Path(self.flags["dataset-path"]).read_text(encoding="utf-8").splitlines(keepends=True)
        limit, start = self.number("sonnet-input-len", 550), self.number("sonnet-prefix-len", 200)
        base = "Pick as many lines as you can from these poem lines:\n"
        bare, mean = self.tokens(self.templated(base)), sum(map(self.tokens, lines)) / len(lines)
        first = round((start - bare) / mean)
        more = round((limit - bare) / mean) - first
        made = 0
        while made < self.count:
            draw = random.sample(lines, more) if self.state["sonnet"] == "sample" else random.choices(lines, k=more)
            text = base + "".join(lines[:first] + draw)
            whole = self.templated(text)
            if self.state["sonnet"] != "limit" or self.tokens(whole) <= limit:
                made += 1
                prompt = text if self.flags.get("backend") == "openai-chat" else whole
                yield prompt, self.tokens(whole), self.number("sonnet-output-len", 150)

    def custom(self):
        lines = Path(self.flags["dataset-path"]).read_text(encoding="utf-8").splitlines()
        rows = [json.loads(line)["prompt"] for line in lines]
        random.seed(0)
        random.shuffle(rows)
        texts = [self.templated(row) for row in rows[: self.count]]
        return self.filled([(text, self.tokens(text), self.number("custom-output-len", 256)) for text in texts], 0)

    def filled(self, requests, seed):
        missing = self.count - len(requests)
        if missing <= 0 or self.state["fill"] is None:
            return requests
        random.seed(seed)
        if self.state["fill"] == "choices":
            return requests + random.choices(requests, k=missing)
        return requests + [random.choice(requests) for _ in range(missing)]

    def body(self, prompt, output_len):
        fields, chat = self.state["fields"], self.flags.get("backend") == "openai-chat"
        common = {"model": "org/sim"}
        if chat:
            content = prompt if fields == "2024" else [{"type": "text", "text": prompt}]
            length = "max_tokens" if fields == "2024" else "max_completion_tokens"
            body = {**common, "messages": [{"role": "user", "content": content}], "temperature": 0.0, length: output_len}
        elif fields == "2024":
            body = {**common, "prompt": prompt, "temperature": 0.0, "best_of": 1, "max_tokens": output_len}
        else:
            best = {"best_of": 1} if fields == "best_of" else {}
            body = {**common, "prompt": prompt, "temperature": 0.0, **best, "repetition_penalty": 1.0,
                    "max_tokens": output_len, "logprobs": None}
        body["stream"] = True
        return body if fields == "2024" else {**body, "stream_options": {"include_usage": True}}

    def times(self, count):
        rate, shape = float(self.flags.get("request-rate", "inf")), float(self.flags.get("burstiness", 1.0))
        if rate == float("inf"):
            return [0.0] * count, 0.0
        gaps = [np.random.gamma(shape=shape, scale=1 / (rate * shape)) for _ in range(count)]
        ends = np.cumsum(gaps).tolist()
        if self.state["slept"]:
            return [0.0, *ends[:-1]], ends[-1]
        return [end * (count / rate) / ends[-1] for end in ends], count / rate

    def workload(self):
        sampled = list(getattr(self, self.flags["dataset-name"])())
        offsets, end = self.times(len(sampled))
        requests = [
            {"id": f"r-{i}" if self.state["ids"] else None, "promptTokens": tokens, "body": self.body(prompt, output_len)}
            for i, (prompt, tokens, output_len) in enumerate(sampled)
        ]
        return {"requests": requests, "offsetsS": offsets, "endS": end}


def parsed(arguments):
    flags, name = {}, None
    for word in arguments:
        if word.startswith("--"):
            name = word[2:]
            flags[name] = True
        else:
            flags[name] = word
    flags.setdefault("backend", flags.get("endpoint-type"))
    return flags


def reference_cases(state):
    ratio = ["--random-range-ratio", "0.6"] if STATES[state]["shares_of"] == "low" else ["--random-range-ratio", "0.3"]
    prefix = ["--random-prefix-len", "20"] if state != "vllm-0.5" else []
    chat = ["--backend", "openai-chat", "--endpoint", "/v1/chat/completions"]
    ids = ["--request-id-prefix", "r-"] if STATES[state]["ids"] else []
    listed = [
        cases.asked(tokenizer, count, seed, *flags)
        for tokenizer, seed in zip(cases.TOKENIZERS, cases.SEEDS)
        for count, flags in (
            (7, cases.RANDOM),
            (7, [*cases.RANDOM, *ratio, *prefix, *cases.RATE]),
            (30, [*cases.SHAREGPT, *cases.RATE]),
        )
    ] + [
        cases.asked(cases.TOKENIZERS[0], 30, 3, *cases.SHAREGPT, "--sharegpt-output-len", "3"),
        cases.asked(cases.TOKENIZERS[0], 5, 3, *cases.RANDOM, *chat),
        cases.asked(cases.TOKENIZERS[0], 6, 0, *cases.SONNET, *cases.RATE),
        cases.asked(cases.TOKENIZERS[3], 6, 7, *cases.SONNET, *chat),
        cases.asked(cases.TOKENIZERS[1], 6, 7, *cases.BURSTGPT, *cases.RATE),
    ]
    custom = [cases.asked(tokenizer, 20, 3, *cases.CUSTOM, *cases.RATE) for tokenizer in cases.TOKENIZERS[:2]]
    chosen = custom if state == "vllm-0.9" else listed + (custom if state == "2025-10" else [])
    # A fixed length that is too short was an error then.
    return [[*case, *ids] for case in chosen if not (state == "vllm-0.5" and "--sharegpt-output-len" in case)]


def hold_against(state, release):
    """Everything but flags this file does not know."""
    unknown = {"--top-k", "--temperature", "--logprobs", "--ignore-eos", "--ramp-up-strategy"}
    real = json.loads((FIXTURES / f"vllm-{release}.json").read_text(encoding="utf-8"))["workloads"]
    known = [case for case in real if not unknown & set(case["args"]) and "prefix_repetition" not in case["args"]]
    for case in known:
        made = Client(state, case["args"]).workload()
        assert [r["body"] for r in made["requests"]] == [r["body"] for r in case["requests"]], case["args"]
        assert [r["promptTokens"] for r in made["requests"]] == [r["promptTokens"] for r in case["requests"]]
        assert np.allclose(made["offsetsS"], case["offsetsS"], rtol=1e-9, atol=1e-12), case["args"]
    print(f"{len(known)} workloads equal those of {release}")


def main():
    os.chdir(REPOSITORY)
    hold_against("vllm-0.9", "0.9.1")
    hold_against("vllm-0.11", "0.11.0")
    fixture = {
        state: [
            {"args": arguments, **Client(state, arguments).workload()} for arguments in reference_cases(state)
        ]
        for state in ("vllm-0.5", "vllm-0.7", "vllm-0.9", "2025-10")
    }
    (FIXTURES / "reference.json").write_text(cases.text_of(fixture), encoding="utf-8")


if __name__ == "__main__":
    main()
