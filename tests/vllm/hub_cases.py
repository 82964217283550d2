"""What is asked of each dataset of the hub, sampled from the copies that `hub_inputs.py` writes."""

import os

import vllm.benchmarks.datasets.datasets as hub

WITH_BOS, BYTE_PAIRS, WORD_PIECES, WHISPER = range(4)


class HubOnDisk:
    """The copies stand in for what the client would download besides the rows."""

    def __init__(self, folder):
        self.folder = folder

    def hf_hub_download(self, folder, name, **_):
        return f"{folder}/{name}"

    def snapshot_download(self, name, **_):
        return f"{self.folder}/{SNAPSHOTS[name]}"


SNAPSHOTS = {"yale-nlp/MMVU": "mmvu", "ArtificialAnalysis/Earnings22-Cleaned-AA": "earnings"}


def use_copies(folder):
    """Code edits are known by their path alone, so the path of the copy has to be known."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    hub.hf_api = lambda: HubOnDisk(folder)
    hub.BlazeditDataset.SUPPORTED_DATASET_PATHS.add(f"{folder}/edits")


def speech_cases(folder):
    """Tuples of tokenizer, count, seed, whether it is translated, and flags."""
    libri = copies_in(folder)("openslr/librispeech_asr", "libri")
    tiny = copies_in(folder)("D4nt3/esb-datasets-earnings22-validation-tiny-filtered", "libri")
    earnings = copies_in(folder)("ArtificialAnalysis/Earnings22-Cleaned-AA", "earnings")
    limits = ["--asr-min-audio-len-sec", "0.03", "--asr-max-audio-len-sec", "0.09"]
    return [
        (WITH_BOS, 5, 0, False, libri),
        (BYTE_PAIRS, 30, 7, True, [*libri, "--request-rate", "20", "--hf-output-len", "9"]),
        (WHISPER, 6, 3, False, [*libri, *limits, "--no-stream", "--extra-body", '{"prompt":"as told","n":2,"e":true}']),
        (WHISPER, 4, 7, False, [*tiny, *limits, "--disable-shuffle"]),
        (WITH_BOS, 8, 7, False, [*earnings, "--hf-split", "test"]),
        (WORD_PIECES, 3, 0, True, [*earnings, "--hf-split", "test", "--disable-shuffle"]),
    ]


def copies_in(folder):
    return lambda name, path: ["--dataset-name", "hf", "--dataset-path", f"{folder}/{path}", "--hf-name", name]


def hub_cases(folder):
    """Tuples of tokenizer, count, seed, flags, whether it is a chat, and more flags."""
    copy_of = copies_in(folder)
    templated = [
        copy_of("likaixin/InstructCoder", "instruct-coder"),
        copy_of("philschmid/mt-bench", "mt-bench"),
        copy_of("openai/openai_humaneval", "humaneval"),
        copy_of("openai/gsm8k", "gsm8k"),
    ]
    edits = [*copy_of("vdaita/edit_5k_char", "edits"), "--blazedit-min-distance", "0.2", "--blazedit-max-distance", "0.8"]
    answered = [
        [*copy_of("Aeala/ShareGPT_Vicuna_unfiltered", "vicuna"), "--hf-split", "train"],
        copy_of("AI-MO/NuminaMath-1.5", "numina"),
    ]
    measured = [copy_of("zed-industries/zeta", "zeta"), copy_of("mgoin/mlperf-inference-llama2-data", "mlperf")]
    shown = [
        copy_of("lmarena-ai/VisionArena-Chat", "arena-chat"),
        copy_of("lmarena-ai/vision-arena-bench-v0.1", "arena-bench"),
        [*copy_of("lmms-lab/LLaVA-OneVision-Data", "llava"), "--hf-split", "train"],
        copy_of("Lin-Chen/MMStar", "mmstar"),
        copy_of("yale-nlp/MMVU", "mmvu"),
    ]
    calls = copy_of("gorilla-llm/Berkeley-Function-Calling-Leaderboard", "bfcl")
    socratic = [*copy_of("openai/gsm8k", "gsm8k"), "--hf-subset", "socratic", "--hf-split", "train"]
    return [
        *((WITH_BOS, count, seed, flags, False, more) for flags in templated for count, seed, more in (
            (6, 0, []), (60, 7, ["--skip-chat-template"]), (5, 7, ["--no-stream"]),
        )),
        (WITH_BOS, 6, 3, edits, False, []),
        (WORD_PIECES, 6, 3, edits, False, ["--skip-chat-template", "--no-stream"]),
        *((tokenizer, count, seed, flags, False, more) for flags in answered for tokenizer, count, seed, more in (
            (WITH_BOS, 5, 0, []),
            (BYTE_PAIRS, 40, 7, ["--request-rate", "20"]),
            (WORD_PIECES, 6, 3, ["--hf-output-len", "3", "--no-stream"]),
        )),
        *((tokenizer, 12, 7, flags, False, more) for flags in measured for tokenizer, more in (
            (WITH_BOS, []), (BYTE_PAIRS, ["--hf-output-len", "9", "--disable-shuffle"]),
        )),
        *((WITH_BOS, 9, seed, flags, True, more) for flags in shown for seed, more in (
            (0, []), (7, ["--enable-multimodal-chat", "--hf-output-len", "20"]),
        )),
        (BYTE_PAIRS, 20, 7, calls, True, []),
        (WITH_BOS, 4, 0, calls, True, ["--bfcl-categories", "java,simple", "--disable-shuffle"]),
        (WITH_BOS, 4, 0, socratic, False, []),
    ]
