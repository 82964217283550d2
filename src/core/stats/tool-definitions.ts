// Metrics that another benchmark defines differently, or that are converted on import.
import { inEnglish, type Message, message } from '#core/messages/message.ts'
import type { FigureName } from '#core/metrics/figures.ts'
import type { MeasuringTool } from '#core/model/run/import-source.ts'

export const toolDefinitions: Readonly<Record<MeasuringTool, readonly Message[]>> = {
  AIPerf: [message('tools.aiperf.tpot'), message('tools.aiperf.itl'), message('tools.aiperf.e2el')],
  'GenAI-Perf': [message('tools.genaiPerf.tpot'), message('tools.genaiPerf.duration')],
  GuideLLM: [
    message('tools.guidellm.tpot'),
    message('tools.guidellm.itl'),
    message('tools.guidellm.throughput'),
  ],
  'inference-perf': [
    message('tools.inferencePerf.tpot'),
    message('tools.inferencePerf.itl'),
    message('tools.inferencePerf.throughput'),
  ],
  'inference-benchmarker': [
    message('tools.inferenceBenchmarker.tpot'),
    message('tools.inferenceBenchmarker.median'),
  ],
  'llm-d': [message('tools.llmd.tool'), message('tools.llmd.duration')],
  llmperf: [message('tools.llmperf.tpot'), message('tools.llmperf.duration')],
  'MLPerf Endpoints': [message('tools.mlperf.window'), message('tools.mlperf.lacks')],
  SGLang: [message('tools.sglang.same')],
  'TensorRT-LLM': [message('tools.tensorrt.process'), message('tools.tensorrt.counts')],
}

/** Metrics with a different definition than ours, which comparisons therefore do not judge. */
export const figuresDefinedOtherwise: Readonly<Record<MeasuringTool, readonly FigureName[]>> = {
  AIPerf: ['tpot', 'itl', 'e2el'],
  'GenAI-Perf': ['tpot'],
  GuideLLM: ['itl', 'outputThroughput', 'requestThroughput', 'totalTokenThroughput'],
  'inference-perf': ['tpot', 'itl'],
  'inference-benchmarker': [],
  'llm-d': ['tpot', 'itl'],
  llmperf: [],
  'MLPerf Endpoints': ['outputThroughput', 'requestThroughput', 'totalTokenThroughput'],
  SGLang: [],
  'TensorRT-LLM': ['ttft', 'e2el'],
}

/** Definitions of a tool in one line, for files. */
export function definitionsText(tool: MeasuringTool): string {
  return toolDefinitions[tool].map(inEnglish).join(' ')
}
