// Remedies for servers whose flags differ from vLLM's, by the usual remedy.
import { message, type Message } from '#core/messages/message.ts'

type ServerRemedies = Readonly<{
  /** Matches a line that only this server prints. */
  printed: RegExp
  remedies: Readonly<Record<string, Message>>
}>

function unexplainedOf(server: string): Message {
  return message('launch.serverUnexplained', { server })
}

const sglangMemory = message('launch.sglangMemory')
const tensorrtMemory = message('launch.tensorrtMemory')
const llamaMemory = message('launch.llamaMemory')
const otherVersion = message('launch.otherVersion')

const servers: readonly ServerRemedies[] = [
  {
    printed: /\/sglang\/srt\/|\bsglang\.launch_server\b|Scheduler hit an exception/,
    remedies: {
      'failures.gpuMemory.remedy': sglangMemory,
      'failures.graphsMemory.remedy': sglangMemory,
      'failures.warmUpMemory.remedy': sglangMemory,
      'failures.noKvMemory.remedy': message('launch.memFraction'),
      'failures.modelLength.remedy': message('launch.sglangLength'),
      'failures.compileFailed.remedy': message('launch.sglangCompiler'),
      'failures.gpuFault.remedy': message('launch.sglangFault'),
      'failures.speculative.remedy': unexplainedOf('SGLang'),
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('SGLang'),
    },
  },
  {
    printed: /\bllama_(?:model_load|server|init_from_model)|\bggml_|\bsrv +\w+: |^gguf_init/,
    remedies: {
      'failures.gpuMemory.remedy': llamaMemory,
      'failures.hostMemory.remedy': llamaMemory,
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('llama.cpp'),
    },
  },
  {
    printed: /\[TensorRT-LLM\]|\[TRT-LLM\]|\/tensorrt_llm\/|'tensorrt_llm'|\btrtllm-serve\b/,
    remedies: {
      'failures.gpuMemory.remedy': tensorrtMemory,
      'failures.noKvMemory.remedy': tensorrtMemory,
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('TensorRT-LLM'),
    },
  },
  {
    printed: /\btext_generation_(?:launcher|server)\b|text-generation-launcher/,
    remedies: {
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('Text Generation Inference'),
    },
  },
  {
    printed: /\bollama\b|\.ollama\//,
    remedies: {
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('Ollama'),
    },
  },
  {
    printed: /\bdynamo\.(?:vllm|sglang|trtllm|frontend)\b|\bdynamo_(?:runtime|llm)\b/,
    remedies: { 'failures.unexplained.remedy': unexplainedOf('Dynamo') },
  },
  {
    printed: /\/lmdeploy\/|\[TM\]\[(?:ERROR|FATAL|WARNING)\]/,
    remedies: {
      'failures.gpuMemory.remedy': message('launch.lmdeployMemory'),
      'failures.architecture.remedy': otherVersion,
      'failures.unexplained.remedy': unexplainedOf('LMDeploy'),
    },
  },
]

/** Null if the usual remedy fits, which names flags of vLLM. */
export function remedyOfServer(id: string, lines: readonly string[]): Message | null {
  const usual = id === 'launch.unexplainedLine' ? 'failures.unexplained.remedy' : id
  const known = servers.filter(({ remedies }) => usual in remedies)
  const server = known.find(({ printed }) => lines.some((line) => printed.test(line)))
  return server?.remedies[usual] ?? null
}
