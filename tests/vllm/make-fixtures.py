"""Writes the fixtures in the folder beside this file by running the real `vllm bench serve`.

The client runs whole and unchanged but for three things around it: a clock that moves in steps of 1/64 s,
so that every difference of times is exact, a network that answers from here, and a sleep that moves the clock.
"""

import asyncio
import contextlib
import io
import json
import os
import random
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import vllm.benchmarks.lib.endpoint_request_func as endpoint
import vllm.benchmarks.serve as serve
from client_world import Clock, Network, ScheduleClock
from hub_cases import hub_cases, speech_cases, use_copies
from hub_inputs import write_hub_inputs, write_speech_inputs
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from vllm.utils.argparse_utils import FlexibleArgumentParser

REPOSITORY = Path(__file__).resolve().parents[2]
FIXTURES = Path("tests/vllm/fixtures")
WITH_BOS = str(FIXTURES / "tokenizers/with-bos")
BYTE_PAIRS = str(FIXTURES / "tokenizers/byte-pairs")
WORD_PIECES = str(FIXTURES / "tokenizers/word-pieces")
WHISPER = str(FIXTURES / "tokenizers/openai-words")
CONVERSATIONS = str(FIXTURES / "inputs/conversations.json")
PROMPTS = str(FIXTURES / "inputs/prompts.jsonl")
PICTURED = str(FIXTURES / "inputs/pictured.jsonl")
SPOKEN = str(FIXTURES / "inputs/spoken.jsonl")
HUB_COPIES = str(FIXTURES / "inputs/hub")

WORDS = """a river keeps its course while the town around it grows , and every bridge has a story of its own .
when did the last train leave ? nobody could say , but the clock on the wall had stopped at noon ! measure twice
and cut once , they told us , because wood does not forgive . numbers like 3.14 or 1,000 look harmless until they
are money . it 's late , we 've waited , I 'm sure they do n't mind""".split()
RARE = ["naïve", "Zürich", "日本語", "東京都", "Привет", "👍", "e=mc^2", "`code`", "\n\n", "\t", "안녕", "x_{i}", "“so”"]


def sentence(source, length):
    pick = lambda: source.choice(RARE if source.random() < 0.08 else WORDS)
    return " ".join(pick() for _ in range(length))


# --- Inputs -----------------------------------------------------------------------------------------------


def write_inputs():
    source = random.Random(20260101)
    conversations = [
        {"id": f"c{index}", "conversations": turns(source)} for index in range(28)
    ] + [{"id": "empty"}]
    rows = [
        {"prompt": sentence(source, source.randint(1, 40)), "output_tokens": source.randint(1, 60)}
        for _ in range(9)
    ] + [{"prompt": text, "output_tokens": 7} for text in ("2026-01-02", "12", "  spaces  ", 'a "quote" \\ é')]
    folder = Path(FIXTURES / "inputs")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "conversations.json", conversations)
    lines = [json.dumps(row, ensure_ascii=index % 2 == 0) for index, row in enumerate(rows)]
    (folder / "prompts.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_media_inputs():
    import numpy
    import soundfile

    folder = Path(FIXTURES / "inputs")
    source = random.Random(3)
    text = lambda: sentence(source, source.randint(2, 12))
    pictured = [
        {"prompt": text(), "image_files": ["/data/a.png"]},
        {"prompt": text(), "image_files": ["b.jpg", "http://host/c.png", "data:image/png;base64,AAAA"]},
        {"content": [
            {"type": "text", "text": text()},
            {"type": "image", "image": "/data/d.png"},
            {"type": "text", "text": text()},
            {"type": "image_url", "image_url": {"detail": "low", "url": "https://host/e.png"}},
            {"type": "image_url", "image_url": "file:///data/f.png"},
        ]},
        {"content": [{"type": "text", "text": text()}]},
    ]
    write_json_lines(folder / "pictured.jsonl", pictured)
    noise = numpy.random.default_rng(5)
    for name, rate, samples in (("first", 8000, 400), ("second", 16000, 300)):
        soundfile.write(folder / f"{name}.wav", noise.normal(0, 0.1, samples), rate)
    spoken = [
        {"prompt": text(), "audio": f"{FIXTURES}/inputs/{name}.wav", "output_tokens": tokens}
        for name, tokens in (("first", 12), ("second", 5), ("first", 30))
    ]
    write_json_lines(folder / "spoken.jsonl", spoken)


def turns(source):
    lengths = [source.choice([1, 3, 12, 40, 90]) for _ in range(source.choice([0, 1, 2, 2, 2, 3]))]
    return [
        {"from": ("human", "gpt")[index % 2], "value": sentence(source, length)}
        for index, length in enumerate(lengths)
    ]


def write_tokenizers():
    source = random.Random(7)
    corpus = [sentence(source, 30) for _ in range(800)]
    byte_pairs = trained_byte_pairs(corpus, 520, [])
    byte_pairs.add_special_tokens(["<|end|>", "<|turn|>"])
    save_tokenizer(byte_pairs, BYTE_PAIRS, {
        "eos_token": "<|end|>",
        "extra_special_tokens": ["<|turn|>"],
        "clean_up_tokenization_spaces": True,
        "chat_template": "{%- for m in messages %}{{- '<|turn|>' + m.role + '\n' + m.content }}{%- endfor %}"
        "{%- if add_generation_prompt %}{{- '<|turn|>assistant\n' }}{%- endif %}",
    })
    with_bos = trained_byte_pairs(corpus, 600, ["<s>", "</s>", "<|user|>"])
    with_bos.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    save_tokenizer(with_bos, WITH_BOS, {
        "bos_token": "<s>", "eos_token": "</s>", "additional_special_tokens": ["<|user|>"],
        "chat_template": "{{ bos_token }}{% for m in messages %}<|user|>\n{{ m['content'] | trim }}{{ eos_token }}"
        "\n{% endfor %}{% if add_generation_prompt %}<|assistant|>\n{% endif %}",
    })
    word_pieces = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    word_pieces.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    word_pieces.decoder = decoders.WordPiece(cleanup=False)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    word_pieces.train_from_iterator(corpus, trainers.WordPieceTrainer(vocab_size=300, special_tokens=special))
    word_pieces.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    save_tokenizer(word_pieces, WORD_PIECES, {
        "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]",
        "clean_up_tokenization_spaces": True,
    })


def write_words():
    """A few words and marks; what its name begins with is what the client knows such models by."""
    words = ["[UNK]", "<|startoftranscript|>", "<|en|>", "<|transcribe|>", "<|notimestamps|>"]
    tokenizer = Tokenizer(models.WordLevel({word: id for id, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.add_special_tokens(words[1:])
    save_tokenizer(tokenizer, WHISPER, {"unk_token": "[UNK]", "bos_token": words[1]})


def trained_byte_pairs(corpus, vocab_size, special):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=vocab_size, special_tokens=special, initial_alphabet=alphabet)
    tokenizer.train_from_iterator(corpus, trainer)
    return tokenizer


def save_tokenizer(tokenizer, folder, config):
    Path(folder).mkdir(parents=True, exist_ok=True)
    tokenizer.save(f"{folder}/tokenizer.json", pretty=False)
    write_json(Path(folder) / "tokenizer_config.json", {"tokenizer_class": "PreTrainedTokenizerFast", **config})


# --- A run of the client ----------------------------------------------------------------------------------


class Run:
    """One run of the client: what it sent and when, what it printed and saved."""

    def __init__(self, arguments, fails=False):
        self.network, self.clock, self.samples, self.offsets = Network(fails), Clock(), [], []
        parser = FlexibleArgumentParser()
        serve.add_cli_args(parser)
        self.printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, self.surroundings():
            saving = ["--save-result", "--save-detailed", "--result-dir", folder, "--disable-tqdm"]
            with contextlib.redirect_stdout(self.printed):
                serve.main(parser.parse_args([*arguments, *saving]))
            [file] = Path(folder).iterdir()
            self.file_name, self.result = file.name, file.read_text(encoding="utf-8")

    @contextlib.contextmanager
    def surroundings(self):
        schedule_clock, original = ScheduleClock(), serve.get_request
        async def get_request(*arguments):
            async for request, rate in original(*arguments):
                self.samples.append(request)
                self.offsets.append(schedule_clock.now)
                yield request, rate
        web = SimpleNamespace(
            ClientSession=self.network.session, TCPConnector=lambda **_: None,
            ClientTimeout=lambda **_: None, ClientError=Exception,
        )
        timed = SimpleNamespace(time=schedule_clock.time, perf_counter=self.clock.perf_counter)
        loop = SimpleNamespace(**{**vars(asyncio), "sleep": schedule_clock.sleep})
        saved = serve.time, serve.asyncio, serve.aiohttp, endpoint.time
        serve.time, serve.asyncio, serve.aiohttp, endpoint.time = timed, loop, web, timed
        serve.get_request = get_request
        try:
            yield
        finally:
            serve.time, serve.asyncio, serve.aiohttp, endpoint.time = saved
            serve.get_request = original

    def requests(self):
        return [
            {"id": headers.get("x-request-id"), "promptTokens": sample.prompt_len, "body": body}
            for sample, (body, headers) in zip(self.samples, self.network.sent, strict=True)
        ]

    def report(self):
        text = self.printed.getvalue()
        return text[text.index("============ Serving"):].rstrip("\n")


# --- Cases ------------------------------------------------------------------------------------------------

COMMON = ["--model", "org/sim", "--request-id-prefix", "r-"]
RANDOM = ["--dataset-name", "random", "--random-input-len", "40", "--random-output-len", "9"]
SPREAD = ["--random-range-ratio", "0.3", "--random-prefix-len", "20"]
SHAREGPT = ["--dataset-name", "sharegpt", "--dataset-path", CONVERSATIONS]
CUSTOM = ["--dataset-name", "custom", "--dataset-path", PROMPTS]
REPEATED = ["--dataset-name", "prefix_repetition", "--prefix-repetition-prefix-len", "12",
            "--prefix-repetition-suffix-len", "9", "--prefix-repetition-num-prefixes", "3",
            "--prefix-repetition-output-len", "5"]
EMBEDDINGS = ["--backend", "openai-embeddings", "--endpoint", "/v1/embeddings"]
EMBEDDINGS_CHAT = ["--endpoint", "/v1/embeddings", "--backend"]
POOLING = ["--backend", "vllm-pooling", "--endpoint", "/pooling"]
INFINITY = ["--endpoint", "/embeddings", "--backend"]
RERANK = ["--backend", "vllm-rerank", "--endpoint", "/v1/rerank"]
RANKED = ["--dataset-name", "random-rerank", "--random-input-len", "40", "--random-batch-size", "3"]
CHAT = ["--backend", "openai-chat", "--endpoint", "/v1/chat/completions"]
TRANSCRIPTION = ["--backend", "openai-audio", "--endpoint", "/v1/audio/transcriptions"]
TRANSLATION = ["--backend", "openai-audio", "--endpoint", "/v1/audio/translations"]
PICTURES = ["--dataset-name", "random-mm", "--random-input-len", "20", "--random-output-len", "4", *CHAT]
SIZES = "{(16, 24, 1): 0.2, (9, 33, 1): 0.5, (5, 5, 1): 0.4, (8, 8, 4): 0}"
VARIED = ["--random-mm-base-items-per-request", "2", "--random-mm-num-mm-items-range-ratio", "1",
          "--random-mm-bucket-config", SIZES]


def asked(tokenizer, count, seed, *flags):
    return [*COMMON, "--tokenizer", tokenizer, "--num-prompts", str(count), "--seed", str(seed), *flags]


WORKLOADS = [
    asked(tokenizer, 8, seed, *flags)
    for tokenizer in (WITH_BOS, BYTE_PAIRS, WORD_PIECES)
    for seed in (0, 7)
    for flags in (
        RANDOM,
        [*RANDOM, *SPREAD, "--request-rate", "20"],
        [*SHAREGPT, "--request-rate", "20", "--burstiness", "0.5"],
    )
] + [
    asked(tokenizer, 10, seed, *CUSTOM, "--custom-output-len", "-1", "--request-rate", "20", "--burstiness", "2")
    for tokenizer in (WITH_BOS, BYTE_PAIRS)
    for seed in (0, 7)
] + [
    asked(WITH_BOS, 6, 0, *RANDOM, "--random-range-ratio", '{"input":0.5,"output":0.2}', "--burstiness", "inf", "--request-rate", "3"),
    asked(WITH_BOS, 30, 7, *SHAREGPT, "--sharegpt-output-len", "3"),
    asked(WITH_BOS, 20, 3, *CUSTOM, "--skip-chat-template"),
    asked(WITH_BOS, 0, 0, *CUSTOM, "--disable-shuffle", *CHAT),
    asked(WITH_BOS, 5, 0, *RANDOM, *CHAT, "--temperature", "0.5", "--top-k", "4", "--extra-body", '{"stop":["a"],"seed":5}'),
    asked(WITH_BOS, 5, 0, *SHAREGPT, "--no-oversample", "--logprobs", "2", "--ignore-eos", "--repetition-penalty", "1.1"),
    asked(WITH_BOS, 10, 7, *REPEATED, "--request-rate", "20"),
    asked(WORD_PIECES, 9, 0, *REPEATED),
    asked(WITH_BOS, 12, 0, *RANDOM, "--ramp-up-strategy", "linear", "--ramp-up-start-rps", "2", "--ramp-up-end-rps", "9"),
    asked(WITH_BOS, 12, 7, *RANDOM, "--ramp-up-strategy", "exponential", "--ramp-up-start-rps", "2", "--ramp-up-end-rps", "9"),
]
POOLING_WORKLOADS = [
    asked(WITH_BOS, 6, 0, *RANDOM, *EMBEDDINGS),
    asked(WITH_BOS, 7, 3, *RANDOM, *SPREAD, *EMBEDDINGS, "--random-batch-size", "3", "--request-rate", "20"),
    asked(BYTE_PAIRS, 5, 7, *RANDOM, *POOLING, "--random-batch-size", "2", "--ignore-eos",
          "--extra-body", '{"encoding_format":"bytes","dimensions":64}'),
    *(asked(WITH_BOS, 4, 0, *SHAREGPT, *EMBEDDINGS_CHAT, f"openai-embeddings-{kind}") for kind in ("chat", "clip", "vlm2vec")),
    *(asked(BYTE_PAIRS, 4, 1, *SHAREGPT, *INFINITY, f"infinity-embeddings{kind}") for kind in ("", "-clip")),
    asked(WITH_BOS, 10, 5, *RANKED, *RERANK, "--random-range-ratio", "0.4", "--request-rate", "20"),
    asked(WITH_BOS, 8, 2, *RANKED, *RERANK, "--no-reranker"),
    asked(BYTE_PAIRS, 5, 2, *RANKED, *EMBEDDINGS, "--no-reranker", "--random-range-ratio", '{"input":0.3,"output":0.9}'),
]

MEDIA = [
    asked(tokenizer, 5, seed, *PICTURES, *VARIED, *flags)
    for tokenizer in (WITH_BOS, BYTE_PAIRS, WORD_PIECES)
    for seed, flags in ((0, []), (7, ["--random-range-ratio", "0.5", "--random-prefix-len", "9", "--request-rate", "20"]))
] + [
    asked(WITH_BOS, 3, 0, *PICTURES, "--enable-multimodal-chat", "--random-mm-bucket-config", "{(8, 8, 1): 1}",
          "--random-mm-base-items-per-request", "3", "--random-mm-limit-mm-per-prompt", '{"image": 2}',
          "--random-mm-num-mm-items-range-ratio", "0.4"),
]

PICTURED_CHAT = ["--dataset-name", "custom_image", "--dataset-path", PICTURED, *CHAT]
SPOKEN_CHAT = ["--dataset-name", "custom_audio", "--dataset-path", SPOKEN, *CHAT, "--enable-multimodal-chat"]
CUSTOM_MEDIA = [
    asked(WITH_BOS, 6, 0, *PICTURED_CHAT),
    asked(BYTE_PAIRS, 0, 7, *PICTURED_CHAT, "--enable-multimodal-chat", "--custom-output-len", "9"),
    asked(WORD_PIECES, 3, 0, *PICTURED_CHAT, "--disable-shuffle", "--request-rate", "20"),
    asked(WITH_BOS, 4, 3, "--dataset-name", "custom_image", "--dataset-path", PICTURED, *EMBEDDINGS_CHAT, "openai-embeddings-chat"),
    asked(WITH_BOS, 5, 0, *SPOKEN_CHAT),
    asked(BYTE_PAIRS, 0, 7, *SPOKEN_CHAT, "--custom-output-len", "-1"),
]

def hub_arguments():
    tokenizers = [WITH_BOS, BYTE_PAIRS, WORD_PIECES]
    return [
        asked(tokenizers[tokenizer], count, seed, *flags, *(CHAT if chats else []), *more)
        for tokenizer, count, seed, flags, chats, more in hub_cases(HUB_COPIES)
    ]


def speech_arguments():
    tokenizers = [WITH_BOS, BYTE_PAIRS, WORD_PIECES, WHISPER]
    return [
        asked(tokenizers[tokenizer], count, seed, *flags, *(TRANSLATION if translates else TRANSCRIPTION))
        for tokenizer, count, seed, translates, flags in speech_cases(HUB_COPIES)
    ]


RESULTS = [
    (asked(WITH_BOS, 7, 0, *RANDOM), False),
    (asked(WITH_BOS, 12, 0, *RANDOM, *CHAT, "--percentile-metrics", "ttft,tpot,itl,e2el", "--metric-percentiles", "50,99.9"), False),
    (asked(WITH_BOS, 11, 0, *RANDOM, "--goodput", "ttft:60", "tpot:40", "e2el:400", "--max-concurrency", "3"), True),
    (asked(WITH_BOS, 6, 0, *RANDOM, "--request-rate", "2.5", "--burstiness", "inf", "--label", "my label",
           "--metadata", "a=b=c", "num_prompts=99", "größe=ö"), False),
    (asked(WITH_BOS, 1, 0, *RANDOM), False),
    ([*COMMON, "--num-prompts", "4", "--skip-tokenizer-init", *CUSTOM, "--percentile-metrics", "ttft,e2el"], False),
]

POOLING_RESULTS = [
    (asked(WITH_BOS, 7, 0, *RANDOM, *EMBEDDINGS), False),
    (asked(WITH_BOS, 30, 0, *RANDOM, *EMBEDDINGS, "--random-batch-size", "3", "--max-concurrency", "2",
           "--request-rate", "9.5", "--burstiness", "inf", "--metric-percentiles", "50,99.9", "--goodput", "e2el:60"), True),
    (asked(WITH_BOS, 4, 0, *RANDOM, *POOLING, "--extra-body", '{"encoding_format":"bytes"}',
           "--percentile-metrics", "ttft,tpot,itl,e2el"), False),
    (asked(WITH_BOS, 11, 1, *RANKED, *RERANK, "--request-rate", "4"), False),
    ([*COMMON, "--num-prompts", "3", "--skip-tokenizer-init", *CUSTOM, *EMBEDDINGS, "--metric-percentiles", "90"], False),
]


def inputs_of(body):
    """As many as there are documents, or texts in a list."""
    texts = body.get("documents", body.get("input"))
    return len(texts) if isinstance(texts, list) else 1


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_lines(path, values):
    lines = ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def write_json_lines(path, values):
    lines = "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
    path.write_text(f"{lines}\n", encoding="utf-8")


def write_workloads(name, cases):
    runs = [(arguments, Run(arguments)) for arguments in cases]
    write_lines(FIXTURES / f"{name}.json", [
        {"args": arguments, "requests": run.requests(), "offsetsS": run.offsets} for arguments, run in runs
    ])


def write_results():
    results = [(arguments, Run(arguments, fails)) for arguments, fails in RESULTS]
    write_lines(FIXTURES / "results.json", [
        {
            "args": arguments, "startedAtMonotonicS": run.clock.looks[0], "fileName": run.file_name,
            "report": run.report(), "result": run.result,
        }
        for arguments, run in results
    ])


def write_pooling_results():
    results = [(arguments, Run(arguments, fails)) for arguments, fails in POOLING_RESULTS]
    write_lines(FIXTURES / "pooling-results.json", [
        {
            "args": arguments, "inputs": [inputs_of(body) for body, _ in run.network.sent],
            "fileName": run.file_name, "report": run.report(), "result": run.result,
        }
        for arguments, run in results
    ])


WRITERS = {
    "inputs": write_inputs,
    "media-inputs": write_media_inputs,
    "hub-inputs": lambda: write_hub_inputs(HUB_COPIES, sentence),
    "speech-inputs": lambda: write_speech_inputs(HUB_COPIES),
    "tokenizers": write_tokenizers,
    "words": write_words,
    "workloads": lambda: write_workloads("workloads", WORKLOADS + POOLING_WORKLOADS),
    "media-workloads": lambda: write_workloads("media-workloads", MEDIA),
    "custom-media-workloads": lambda: write_workloads("custom-media-workloads", CUSTOM_MEDIA),
    "hub-workloads": lambda: write_workloads("hub-workloads", hub_arguments()),
    "speech-workloads": lambda: write_workloads("speech-workloads", speech_arguments()),
    "results": write_results,
    "pooling-results": write_pooling_results,
}


def main():
    os.chdir(REPOSITORY)
    use_copies(HUB_COPIES)
    for name in sys.argv[1:] or WRITERS:
        WRITERS[name]()


if __name__ == "__main__":
    main()
