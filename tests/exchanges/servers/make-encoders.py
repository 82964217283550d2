"""Makes a sentence encoder and a cross-encoder with random weights for Infinity, small enough for any processor.

    python make-encoders.py FOLDER TEXT

The tokenizer learns from TEXT. Nothing is downloaded. FOLDER/embed and FOLDER/rerank are the models.
"""

import json
import os
import sys

import torch
from tokenizers import BertWordPieceTokenizer
from transformers import BertConfig, BertForSequenceClassification, BertModel, BertTokenizerFast

folder, text_file = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
learned = BertWordPieceTokenizer()
learned.train([text_file], vocab_size=800)
learned.save_model(folder)
tokenizer = BertTokenizerFast(os.path.join(folder, "vocab.txt"), model_max_length=256)
torch.manual_seed(0)
config = BertConfig(
    vocab_size=len(tokenizer),
    hidden_size=16,
    num_hidden_layers=2,
    num_attention_heads=2,
    intermediate_size=32,
    max_position_embeddings=256,
    num_labels=1,
)

for name, model in (("embed", BertModel(config)), ("rerank", BertForSequenceClassification(config))):
    target = os.path.join(folder, name)
    model.save_pretrained(target)
    tokenizer.save_pretrained(target)

modules = [
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
]
os.makedirs(os.path.join(folder, "embed", "1_Pooling"), exist_ok=True)
for path, value in (
    ("modules.json", modules),
    ("sentence_bert_config.json", {"max_seq_length": 256, "do_lower_case": False}),
    ("1_Pooling/config.json", {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True}),
):
    with open(os.path.join(folder, "embed", path), "w", encoding="utf-8") as file:
        json.dump(value, file)
