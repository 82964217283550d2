"""Writes fixtures/omni-stages.json: what vLLM-Omni 0.30.0 prints of the stages of its pipeline.

    pip download vllm-omni==0.30.0 --no-deps && unzip -q vllm_omni-*.whl -d FOLDER
    pip install numpy prettytable
    python src/features/omni/tests/make-omni-stages.py FOLDER

The functions are the client's own, from FOLDER/vllm_omni/benchmarks/metrics/metrics.py. The module imports names of vLLM,
which needs a GPU build to be installed; these names are base classes and constants that no function here uses, so empty
ones stand for them.
"""

import contextlib
import dataclasses
import enum
import io
import json
import sys
import types
from pathlib import Path
from types import SimpleNamespace

FOLDER = Path(sys.argv[1])


class TaskType(enum.Enum):
    GENERATION = "generation"
    POOLING = "pooling"


@dataclasses.dataclass
class Base:
    pass


def module(name, **names):
    made = types.ModuleType(name)
    made.__path__ = []
    made.__dict__.update(names)
    sys.modules[name] = made


module("vllm")
module("vllm.benchmarks")
module("vllm.benchmarks.lib")
module("vllm.benchmarks.datasets", SampleRequest=Base)
module("vllm.benchmarks.lib.endpoint_request_func", RequestFuncOutput=Base)
module(
    "vllm.benchmarks.serve",
    MILLISECONDS_TO_SECONDS_CONVERSION=1000,
    TERM_PLOTLIB_AVAILABLE=False,
    BenchmarkMetrics=Base,
    TaskType=TaskType,
)
module("vllm.tokenizers", TokenizerLike=Base)
# Packages whose __init__ loads the engine; their modules are found by path.
for package in ("vllm_omni", "vllm_omni.metrics", "vllm_omni.benchmarks", "vllm_omni.benchmarks.metrics"):
    module(package)
    sys.modules[package].__path__ = [str(FOLDER / package.replace(".", "/"))]

from vllm_omni.benchmarks.metrics import metrics as original  # noqa: E402

TALK = {
    "0": lambda i: {
        "stage_name": "thinker",
        "final_output_type": "text",
        "output_unit_type": "text",
        "output_unit_count": 12 + i,
        "num_tokens_out": 12 + i,
        "finish_reason": "length",
        "stage_gen_time_ms": 81.5 + 7.3 * i,
        "postprocess_time_ms": 0.25 * i,
        "serving_time_to_first_output_ms": 31.7 + 3.1 * i,
        "vllm_ttft_ms": 24.9 + 2.7 * i if i != 3 else 0.0,
        "vllm_tpot_ms": 4.4 + 0.37 * i,
        "vllm_itls_ms": [3.9 + 0.11 * ((5 * i + j) % 7) for j in range(11 + i)],
        "vllm_itl_ms": 4.2,
    },
    "1": lambda i: {
        "stage_name": "talker",
        "final_output_type": None,
        "output_unit_type": "stream",
        "output_unit_count": 40 + i if i != 2 else 1,
        "num_tokens_out": 40 + i,
        "stage_gen_time_ms": 110.0 + 9.9 * i,
        "serving_time_to_first_output_ms": 0.0 if i == 1 else 44.4 + i,
        "time_per_output_unit_ms": 2.6 + 0.05 * i,
        "inter_output_latencies_ms": [2.5, 2.75, None, 3.125 + i] if i % 2 == 0 else None,
        "inter_output_latency_ms": 2.9 + i,
    },
    "2": lambda i: {
        "final_output_type": "audio",
        "output_unit_type": "audio",
        "output_unit_count": 5760 * (i + 1),
        "audio_frames": 0 if i == 4 else 7200 * (i + 1),
        "audio_duration_s": 0.0 if i == 0 else 0.3 * (i + 1),
        "stage_gen_time_ms": 120.25 + 11 * i,
        "postprocess_time_ms": None,
        "serving_time_to_first_output_ms": 77.1 + 5.5 * i,
    },
}

DRAW = {
    "0": lambda i: {
        "stage_name": "dit",
        "final_output_type": "image",
        "output_unit_type": "image",
        "output_unit_count": 2,
        "stage_gen_time_ms": 903.3 + 17 * i,
        "image_pixels": 8192,
    }
}

FILM = {
    "0": lambda i: {"final_output_type": "latent", "output_unit_type": "latent", "stage_gen_time_ms": 33.0 + i},
    "10": lambda i: {"final_output_type": "video", "output_unit_type": "image", "stage_gen_time_ms": None},
    "9": lambda i: {"final_output_type": "audio", "output_unit_type": None, "audio_duration_s": 0.0},
}


def requests(stages, count, durations=None):
    made = []
    for i in range(count):
        # One that failed, and one that did not report a stage.
        reported = {sid: of(i) for sid, of in stages.items() if not (sid == "1" and i == 5)}
        made.append({"success": i != 6, "stage_metrics": reported, "stage_durations": durations and durations(i)})
    return made


CASES = [
    ("text, an internal stream and sound", requests(TALK, 8), [50.0, 90.0, 99.0, 99.9]),
    (
        "images",
        requests(DRAW, 7, lambda i: {"stage_0_gen_ms": 900.0 + i, "queue_wait_ms": 3.5 * i}),
        [99.0],
    ),
    (
        "a video",
        requests(
            FILM,
            7,
            lambda i: {"Wan22I2VPipeline.text_encoder.forward": 0.11 * i, "Wan22I2VPipeline.diffuse": 1.7 + 0.2 * i},
        ),
        [99.0, 25.0],
    ),
    ("nothing", [{"success": True, "stage_metrics": {}, "stage_durations": None}], [99.0]),
]
ASKED = ["ttft", "tpot", "itl", "audio_ttfp", "audio_duration", "ttfc", "tpoc", "icl"]


def printed(outputs, percentiles):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        stages = original._build_stage_metrics_from_outputs(outputs)
        if stages:
            print("\n{s:{c}^{n}}".format(s=" Stage Benchmark Result ", n=50, c="="))
        for stage in stages:
            original.print_stage_metrics(TaskType.GENERATION, ASKED, percentiles, stage)
    return out.getvalue()


def durations(outputs, percentiles):
    maps = original.aggregate_stage_durations(outputs)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        original.print_stage_durations_metrics(percentiles, SimpleNamespace(**maps))
    return maps, out.getvalue()


def case(name, made, percentiles):
    outputs = [SimpleNamespace(**one) for one in made]
    maps, section = durations(outputs, percentiles)
    return {
        "name": name,
        "percentiles": percentiles,
        "requests": made,
        "stages": printed(outputs, percentiles),
        "durations": maps,
        "durationSection": section,
    }


target = Path(__file__).parent / "fixtures" / "omni-stages.json"
lines = ",\n".join(json.dumps(case(*one)) for one in CASES)
target.write_text(f"[\n{lines}\n]\n")
