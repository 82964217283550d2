"""Small copies of datasets of the hub, in the formats and folders such datasets come in; every text is made up."""

import io
import json
import random
from pathlib import Path

import numpy
import pyarrow
import pyarrow.parquet
import soundfile


def write_hub_inputs(folder, sentence):
    """`sentence(source, length)` makes a text of so many words."""
    source = random.Random(11)
    text = lambda most=12: sentence(source, source.randint(min(2, most), most))
    turn = lambda most: {"from": "someone", "value": text(most)}
    word = lambda: f"f{source.randint(0, 999)}"

    def put(name, rows, path, write=write_json_lines):
        file = Path(folder) / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, rows)

    def card(name, configs):
        (Path(folder) / name / "README.md").write_text(f"---\nconfigs:\n{configs}\n---\n# Made up\n")

    put("arena-chat", [
        {"conversation": [[{"role": "user", "content": text()}]], "images": [f"https://host/{index}.png", "b.png"]}
        for index in range(9)
    ], "data/train-00000-of-00001.jsonl")
    put("arena-bench", [
        {"turns": [[{"role": "user", "content": text()}]], "images": [f"/pictures/{index}.png"]} for index in range(7)
    ], "train.jsonl")
    put("instruct-coder", [{"input": text(30), "instruction": text(), "output": text()} for _ in range(11)], "train.json", write_array)
    for shard, rows in enumerate((5, 40, 7)):
        put("mt-bench", [{"turns": [text(), text()], "category": word()} for _ in range(rows)], f"data/train-0000{shard}-of-00003.jsonl")
    put("humaneval", [{"task_id": word(), "prompt": f"def {word()}():\n    \"\"\"{text()}\"\"\"\n"} for _ in range(12)], "openai_humaneval/test-00000-of-00001.parquet", write_parquet)
    for subset in ("main", "socratic"):
        put("gsm8k", [{"question": f"{subset} {text()}", "answer": text()} for _ in range(25)], f"{subset}/test-00000-of-00001.parquet", write_parquet)
        put("gsm8k", [{"question": text(), "answer": text()} for _ in range(3)], f"{subset}/train-00000-of-00001.parquet", write_parquet)
    card("gsm8k", "\n".join(
        f"- config_name: {subset}\n  data_files:\n  - split: train\n    path: {subset}/train-*\n  - split: test\n    path: {subset}/test-*"
        for subset in ("main", "socratic")
    ))
    put("llava", [
        {"conversations": [turn(20), turn(20)][: 1 + (index % 4 > 0)], "image": f"https://host/{index}.jpg"} for index in range(14)
    ], "train.jsonl")
    put("vicuna", [
        {"id": word(), "conversations": [turn(most) for most in source.choice([[], [9], [3, 2], [40, 90], [1200, 30], [30, 30, 9]])]}
        for _ in range(30)
    ], "vicuna.json", write_array)
    put("numina", [
        {"problem": f"{text()}, \"{word()}\"\nwhat is {index}?", "solution": f"{text(40)}\n\n{index},{index}"} for index in range(13)
    ], "train.csv", write_csv)
    put("zeta", [
        {"events": text(), "input": text(20), "output": f"{text(5)}{'<|editable_region_start|>' if index % 3 else ''}{text(15)} é"}
        for index in range(10)
    ], "train.jsonl")
    put("edits", [
        {"code": text(30), "change_request": text(), "norm_distance": source.random()} for _ in range(16)
    ], "train.parquet", write_parquet)
    put("mlperf", [
        {"system_prompt": text(), "question": text(20), "output": text(source.choice([1, 30]))} for _ in range(14)
    ], "data/train-00000-of-00001.parquet", write_parquet)
    put("mmstar", [
        {"question": f"{text()}\nOptions: A: {word()}, B: {word()}" if index % 2 else text(), "image": f"https://host/{index}.png"}
        for index in range(9)
    ], "mmstar.jsonl")
    card("mmstar", "- config_name: val\n  data_files:\n  - split: val\n    path: mmstar.jsonl")
    kinds = ["dict", "float", "tuple", "any", "string", "integer"]
    for category, rows in (("simple", 6), ("live_simple", 3), ("multiple", 5), ("java", 2)):
        put("bfcl", [
            {
                "id": f"{category}_{index}",
                "question": [[{"role": "user", "content": text()}], [{"role": "user", "content": text()}]][: 1 + index % 2],
                "function": [] if index == 4 else [
                    {
                        "name": word(), "description": text(),
                        "parameters": {"type": "dict", "properties": {
                            "type": {"type": kind, "description": text(), "items": {"type": "float"}} for kind in source.sample(kinds, 1)
                        } | {word(): {"type": kind, "enum": ["any", 3, True, None]} for kind in kinds}, "required": ["type"]},
                    } for _ in range(1 + index % 3)
                ],
            } for index in range(rows)
        ], f"BFCL_v3_{category}.json")
    put("inside", [
        {"question": text(), "image": {"bytes": b"\x89PNG\r\n\x1a\n" + bytes([index]), "path": f"{index}.png"},
         "audio": {"bytes": b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0data\x50\0\0\0" + bytes(80), "path": None}}
        for index in range(2)
    ], "train.parquet", write_parquet)
    root = "https://huggingface.co/datasets/yale-nlp/MMVU/resolve/main"
    put("mmvu", [
        {"question": text(), "choices": {key: word() for key in "ABCDE"}, "video": f"{root}/videos/{index}.mp4"} for index in range(8)
    ], "validation.jsonl")



def write_speech_inputs(folder):
    """Noise, in the formats such datasets come in: inside the rows, and as files beside them."""
    noise = numpy.random.default_rng(9)

    def sound(file, rate, seconds):
        with io.BytesIO() as bytes_of:
            soundfile.write(bytes_of, noise.normal(0, 0.1, int(rate * seconds)), rate, format=file.split(".")[-1])
            return {"bytes": bytes_of.getvalue(), "path": file}

    kinds = [("wav", 16000), ("flac", 16000), ("wav", 8000), ("ogg", 22050)]
    lengths = [0.02, 0.05, 0.08, 0.03, 0.1, 0.04, 0.025, 0.06, 0.09]
    rows = [
        {"audio": sound(f"{index}.{kinds[index % 4][0]}", kinds[index % 4][1], seconds), "text": f"said {index}"}
        for index, seconds in enumerate(lengths)
    ]
    for name in ("libri", "earnings/media"):
        (Path(folder) / name).mkdir(parents=True, exist_ok=True)
    write_parquet(Path(folder) / "libri/train.parquet", rows)
    beside = [{"url": f"media/{row['audio']['path']}", "transcript": row["text"]} for row in rows[:5]]
    for row in rows[:5]:
        (Path(folder) / "earnings/media" / row["audio"]["path"]).write_bytes(row["audio"]["bytes"])
    write_json_lines(Path(folder) / "earnings/test.jsonl", beside)


def write_json_lines(file, rows):
    file.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), encoding="utf-8")


def write_array(file, rows):
    file.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")


def write_csv(file, rows):
    quoted = lambda text: '"' + text.replace('"', '""') + '"'
    lines = [",".join(rows[0]), *(",".join(quoted(cell) for cell in row.values()) for row in rows)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_parquet(file, rows):
    """Several groups of rows, compressed as most such files are."""
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), file, row_group_size=7, compression="snappy")
