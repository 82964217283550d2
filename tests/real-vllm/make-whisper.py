"""Makes a Whisper with random weights and a tokenizer of its own, small enough for any processor.

    python make-whisper.py FOLDER TEXT

The tokenizer learns from TEXT. Nothing is downloaded.
"""

import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration

MARKS = ["<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|translate|>", "<|transcribe|>", "<|notimestamps|>"]
WIDTH = 64


def make_tokenizer(text_file):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train([text_file], trainers.BpeTrainer(vocab_size=600, special_tokens=MARKS, initial_alphabet=alphabet))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token=MARKS[0], eos_token=MARKS[0])


def make_model(vocabulary):
    torch.manual_seed(0)
    size = {"layers": 2, "attention_heads": 2, "ffn_dim": 2 * WIDTH}
    sides = {f"{side}_{name}": value for side in ("encoder", "decoder") for name, value in size.items()}
    ids = {"bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0, "decoder_start_token_id": 1}
    return WhisperForConditionalGeneration(
        WhisperConfig(vocab_size=vocabulary, d_model=WIDTH, num_mel_bins=80, max_target_positions=448,
                      suppress_tokens=None, begin_suppress_tokens=None, **ids, **sides)
    )


folder, text_file = sys.argv[1:]
tokenizer = make_tokenizer(text_file)
tokenizer.save_pretrained(folder)
make_model(len(tokenizer)).save_pretrained(folder)
WhisperFeatureExtractor(feature_size=80).save_pretrained(folder)
