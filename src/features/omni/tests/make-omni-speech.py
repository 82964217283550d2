"""Writes fixtures/omni-speech.json: what the speech datasets of vLLM-Omni 0.30.0 make of fixtures/speech.

    pip download vllm-omni==0.30.0 --no-deps && unzip -q vllm_omni-*.whl -d FOLDER
    python src/features/omni/tests/make-omni-speech.py FOLDER

The classes are the client's own, from FOLDER/vllm_omni/benchmarks/data_modules. They extend classes of vLLM, which needs a
GPU build to be installed; what they use of them stands here as vLLM 0.30 has it. The tokenizer counts words and one token
more. The bodies are made as patch.py merges them: `extra_body` first, then the fields of the row.
"""

import copy
import dataclasses
import json
import random
import sys
import types
from pathlib import Path

FOLDER = Path(sys.argv[1])
HERE = Path(__file__).parent
ROOT = HERE / "fixtures" / "speech"


@dataclasses.dataclass
class SampleRequest:
    prompt: object
    prompt_len: int
    expected_output_len: int
    multi_modal_data: object = None
    request_id: object = None


class BenchmarkDataset:
    def __init__(self, dataset_path=None, random_seed=0, disable_shuffle=False, **kwargs):
        self.dataset_path = dataset_path
        self.random_seed = random_seed
        self.disable_shuffle = disable_shuffle
        self.data = None

    def maybe_oversample_requests(self, requests, num_requests, request_id_prefix="", no_oversample=False):
        if no_oversample:
            return
        if len(requests) < num_requests:
            random.seed(self.random_seed)
            needed = num_requests - len(requests)
            additional = []
            for i in range(needed):
                req = copy.deepcopy(random.choice(requests))
                req.request_id = request_id_prefix + str(len(requests) + i)
                additional.append(req)
            requests.extend(additional)


class WordTokenizer:
    def encode(self, text):
        return [0, *text.split()]


def module(name, **names):
    made = types.ModuleType(name)
    made.__path__ = []
    made.__dict__.update(names)
    sys.modules[name] = made


module("vllm")
module("vllm.benchmarks")
module("vllm.benchmarks.datasets", BenchmarkDataset=BenchmarkDataset, SampleRequest=SampleRequest)
module("vllm.tokenizers", TokenizerLike=object)
module("vllm.tokenizers.hf", get_cached_tokenizer=lambda tokenizer: tokenizer)
for package in ("vllm_omni", "vllm_omni.benchmarks", "vllm_omni.benchmarks.data_modules"):
    module(package)
    sys.modules[package].__path__ = [str(FOLDER / package.replace(".", "/"))]

from vllm_omni.benchmarks.data_modules import seed_tts_dataset as seed  # noqa: E402
from vllm_omni.benchmarks.data_modules.sound_effect_dataset import SoundEffectDataset  # noqa: E402
from vllm_omni.benchmarks.data_modules.ttsd_dataset import TTSDDataset  # noqa: E402

CLASSES = {
    "seed-tts": seed.SeedTTSDataset,
    "seed-tts-text": seed.SeedTTSTextDataset,
    "seed-tts-design": seed.SeedTTSDesignDataset,
    "ttsd": TTSDDataset,
    "sound-effect": SoundEffectDataset,
}


def replaced(value):
    """The fixture lies elsewhere on each machine."""
    return value.replace(ROOT.resolve().as_uri(), "file://ROOT") if isinstance(value, str) else value


def case(name, locale="en", count=4, seed_of=7, shuffle=True, file_uris=False, system_prompt=None, output_len=2048):
    dataset = CLASSES[name](
        dataset_path=str(ROOT / name),
        random_seed=seed_of,
        locale=locale,
        inline_ref_audio=not file_uris,
        system_prompt=system_prompt,
        disable_shuffle=not shuffle,
    )
    samples = dataset.sample(
        tokenizer=WordTokenizer(),
        num_requests=count,
        output_len=output_len,
        request_id_prefix="r-",
        turns_per_session=1,
    )
    return {
        "dataset": name,
        "locale": locale,
        "count": count,
        "seed": seed_of,
        "shuffle": shuffle,
        "fileUris": file_uris,
        "systemPrompt": system_prompt,
        "outputLen": output_len,
        "requests": [
            {
                "id": sample.request_id,
                "prompt": sample.prompt,
                "promptLen": sample.prompt_len,
                "outputLen": sample.expected_output_len,
                "extra": [
                    [key, replaced(value)] for key, value in (sample.seed_tts_speech_extra or {}).items()
                ],
                "systemPrompt": sample.seed_tts_system_prompt,
            }
            for sample in samples
        ],
    }


cases = [
    *(case(name) for name in CLASSES),
    *(case(name, seed_of=0, count=3, shuffle=False) for name in CLASSES),
    *(case(name, seed_of=123, count=11, output_len=64) for name in CLASSES),
    case("seed-tts", locale="zh", count=2),
    case("seed-tts", file_uris=True, count=3),
    case("ttsd", file_uris=True, count=3),
    case("seed-tts", system_prompt="  Speak.  ", count=2),
]
target = HERE / "fixtures" / "omni-speech.json"
target.write_text(json.dumps(cases, ensure_ascii=False, indent=1) + "\n")
