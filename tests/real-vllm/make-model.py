"""Makes a Llama with random weights and a tokenizer of its own, small enough for any processor.

    python make-model.py FOLDER TEXT

The tokenizer learns from TEXT. Nothing is downloaded.
"""

import sys

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>\n{{ message['content'] }}</s>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)


def make_tokenizer(text_file):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=1000,
        special_tokens=["<s>", "</s>", "<|user|>", "<|assistant|>", "<think>", "</think>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train([text_file], trainer)
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>")
    fast.chat_template = TEMPLATE
    return fast


def make_model(vocabulary):
    torch.manual_seed(0)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=vocabulary,
            hidden_size=128,
            intermediate_size=256,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=2,
            head_dim=64,
            max_position_embeddings=2048,
            bos_token_id=0,
            eos_token_id=1,
            dtype=torch.bfloat16,
        )
    )


folder, text_file = sys.argv[1:]
tokenizer = make_tokenizer(text_file)
tokenizer.save_pretrained(folder)
make_model(len(tokenizer)).to(torch.bfloat16).save_pretrained(folder)
