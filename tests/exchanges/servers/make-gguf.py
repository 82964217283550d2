"""Makes a Llama with random weights for llama.cpp's server, small enough for any processor.

    python make-gguf.py FILE.gguf [VOCABULARY WIDTH LAYERS]

Its vocabulary is that of SentencePiece's byte fallback: 256 bytes and a few words, so that responses contain characters of
several bytes that are split between tokens. A larger VOCABULARY is filled up with words that no text contains. Nothing is
downloaded.
"""

import sys

import gguf
import numpy

target, *sizes = sys.argv[1:]
VOCABULARY, WIDTH, LAYERS = map(int, sizes) if sizes else (0, 64, 2)
CONTEXT, HEADS, FEED_FORWARD = 2048, WIDTH // 32, 2 * WIDTH
WORDS = "▁the ▁sky ▁is ▁blue ▁light ▁sea ▁“ ” ▁Why – é 🚀 ▁of ▁and".split()
TEMPLATE = (
    "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)

pieces = [("<unk>", 0, gguf.TokenType.UNKNOWN), ("<s>", 0, gguf.TokenType.CONTROL), ("</s>", 0, gguf.TokenType.CONTROL)]
pieces += [(f"<0x{byte:02X}>", 0, gguf.TokenType.BYTE) for byte in range(256)]
letters = [chr(code) for code in range(33, 127)] + ["▁"]
pieces += [(piece, -rank, gguf.TokenType.NORMAL) for rank, piece in enumerate(WORDS + letters)]
pieces += [(f"<{rank}>", -rank, gguf.TokenType.NORMAL) for rank in range(len(pieces), VOCABULARY)]

writer = gguf.GGUFWriter(target, "llama")
writer.add_name("random llama")
writer.add_context_length(CONTEXT)
writer.add_embedding_length(WIDTH)
writer.add_block_count(LAYERS)
writer.add_feed_forward_length(FEED_FORWARD)
writer.add_head_count(HEADS)
writer.add_head_count_kv(HEADS)
writer.add_layer_norm_rms_eps(1e-5)
writer.add_rope_dimension_count(WIDTH // HEADS)
writer.add_file_type(gguf.LlamaFileType.ALL_F32)
writer.add_tokenizer_model("llama")
writer.add_token_list([piece for piece, _, _ in pieces])
writer.add_token_scores([score for _, score, _ in pieces])
writer.add_token_types([kind for _, _, kind in pieces])
writer.add_bos_token_id(1)
writer.add_eos_token_id(2)
writer.add_unk_token_id(0)
writer.add_chat_template(TEMPLATE)

random = numpy.random.default_rng(0)


def weights(name, *shape):
    writer.add_tensor(name, random.normal(0, 0.5, shape).astype(numpy.float32))


def ones(name, *shape):
    writer.add_tensor(name, numpy.ones(shape, numpy.float32))


weights("token_embd.weight", len(pieces), WIDTH)
for layer in range(LAYERS):
    ones(f"blk.{layer}.attn_norm.weight", WIDTH)
    for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
        weights(f"blk.{layer}.{part}.weight", WIDTH, WIDTH)
    ones(f"blk.{layer}.ffn_norm.weight", WIDTH)
    weights(f"blk.{layer}.ffn_gate.weight", FEED_FORWARD, WIDTH)
    weights(f"blk.{layer}.ffn_up.weight", FEED_FORWARD, WIDTH)
    weights(f"blk.{layer}.ffn_down.weight", WIDTH, FEED_FORWARD)
ones("output_norm.weight", WIDTH)
weights("output.weight", len(pieces), WIDTH)

writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()
