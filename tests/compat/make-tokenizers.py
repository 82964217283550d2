"""Writes the tokenizers in `fixtures/tokenizers`, in files that every release can read."""

import json
from pathlib import Path

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent / "fixtures" / "tokenizers"


def corpus():
    prompts = (REPOSITORY / "tests/vllm/fixtures/inputs/prompts.jsonl").read_text(encoding="utf-8")
    sonnets = (REPOSITORY / "resources/sonnets.txt").read_text(encoding="utf-8")
    return [json.loads(line)["prompt"] for line in prompts.splitlines()] + sonnets.splitlines()


def byte_pairs():
    """Adds nothing to a text, and asks for tidied spaces."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(corpus(), trainers.BpeTrainer(vocab_size=560, initial_alphabet=alphabet))
    tokenizer.add_special_tokens(["<|end|>", "<|turn|>"])
    return tokenizer, {
        "eos_token": "<|end|>", "additional_special_tokens": ["<|turn|>"], "clean_up_tokenization_spaces": True,
        "chat_template": "{% for m in messages %}<|turn|>{{ m['role'] }}\n{{ m['content'] }}{% endfor %}"
        "{% if add_generation_prompt %}<|turn|>assistant\n{% endif %}",
    }


def unigrams():
    """Marks the beginnings of words and chooses likely pieces; adds one token after a text."""
    special = ["<unk>", "<s>", "</s>", "<|user|>", "<|assistant|>"]
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=420, special_tokens=special, unk_token="<unk>")
    tokenizer.train_from_iterator(corpus(), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 2)])
    return tokenizer, {
        "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>",
        "additional_special_tokens": ["<|user|>", "<|assistant|>"],
        "chat_template": "{% for m in messages %}<|user|>{{ m['content'] }}</s>{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>{% endif %}",
    }


def main():
    for make in (byte_pairs, unigrams):
        folder = FOLDER / make.__name__.replace("_", "-")
        folder.mkdir(parents=True, exist_ok=True)
        tokenizer, config = make()
        tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
        text = json.dumps({"tokenizer_class": "PreTrainedTokenizerFast", **config}, ensure_ascii=False, indent=1)
        (folder / "tokenizer_config.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
