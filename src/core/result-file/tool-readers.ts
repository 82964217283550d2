// The benchmarks whose result files are read, recognised by content, and their results in the keys of vLLM's file.
import { inEnglish, message } from '#core/messages/message.ts'
import { type MeasuringTool, measuringTools } from '#core/model/run/import-source.ts'
import { aiperf } from './aiperf.ts'
import { genaiPerf } from './genai-perf.ts'
import { guidellm } from './guidellm.ts'
import { inferencePerf } from './inference-perf.ts'
import { inferenceBenchmarker } from './inference-benchmarker.ts'
import { llmD } from './llm-d.ts'
import { llmperf } from './llmperf.ts'
import { mlperfEndpoints } from './mlperf-endpoints.ts'
import { sglang } from './sglang.ts'
import { tensorRtLlm } from './tensorrt-llm.ts'
import { toolDefinitions } from '#core/stats/tool-definitions.ts'
import { requireReadTool } from './unread-tools.ts'
import type { ToolReader } from './tool-reader.ts'

const toolReaders: Readonly<Record<MeasuringTool, ToolReader>> = {
  AIPerf: aiperf,
  'GenAI-Perf': genaiPerf,
  GuideLLM: guidellm,
  'inference-perf': inferencePerf,
  'inference-benchmarker': inferenceBenchmarker,
  'llm-d': llmD,
  llmperf,
  'MLPerf Endpoints': mlperfEndpoints,
  SGLang: sglang,
  'TensorRT-LLM': tensorRtLlm,
}

type File = Readonly<Record<string, unknown>>

/** Returns the same object unless another tool wrote it. Throws `invalid-input` for content that its tool would not write. */
export function inVllmKeys(file: File): File {
  const tool = measuringTools.find((name) =>
    toolReaders[name].keys.every((key) => Object.hasOwn(file, key)),
  )
  if (tool === undefined) {
    requireReadTool(file)
    return file
  }
  const { version, entries } = toolReaders[tool].read(file, message('files.fixToolKey', { tool }))
  const definitions = toolDefinitions[tool].map((definition) => inEnglish(definition))
  const known = Object.entries(entries).filter(([, value]) => value !== undefined && value !== null)
  return { measured_by: { name: tool, version, definitions }, ...Object.fromEntries(known) }
}
