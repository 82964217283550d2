// Benchmarks other than vLLM's whose files are read, in the order of recognition.
import { message } from '#core/messages/message.ts'

export const measuringTools = {
  AIPerf: {
    definitions: [
      message('tools.aiperf.tpot'),
      message('tools.aiperf.itl'),
      message('tools.aiperf.e2el'),
    ],
    definedOtherwise: ['tpot', 'itl', 'e2el'],
  },
  EvalScope: {
    definitions: [message('tools.evalScope.tpot'), message('tools.evalScope.median')],
    definedOtherwise: ['tpot'],
  },
  'GenAI-Perf': {
    definitions: [message('tools.genaiPerf.tpot'), message('tools.genaiPerf.duration')],
    definedOtherwise: ['tpot'],
  },
  GuideLLM: {
    definitions: [
      message('tools.guidellm.tpot'),
      message('tools.guidellm.itl'),
      message('tools.guidellm.throughput'),
    ],
    definedOtherwise: ['itl', 'outputThroughput', 'requestThroughput', 'totalTokenThroughput'],
  },
  'inference-perf': {
    definitions: [
      message('tools.inferencePerf.tpot'),
      message('tools.inferencePerf.itl'),
      message('tools.inferencePerf.throughput'),
    ],
    definedOtherwise: ['tpot', 'itl'],
  },
  'inference-benchmarker': {
    definitions: [
      message('tools.inferenceBenchmarker.tpot'),
      message('tools.inferenceBenchmarker.median'),
    ],
    definedOtherwise: [],
  },
  'llm-d': {
    definitions: [message('tools.llmd.tool'), message('tools.llmd.duration')],
    definedOtherwise: ['tpot', 'itl'],
  },
  llmperf: {
    definitions: [message('tools.llmperf.tpot'), message('tools.llmperf.duration')],
    definedOtherwise: [],
  },
  'MLPerf Endpoints': {
    definitions: [message('tools.mlperf.window'), message('tools.mlperf.lacks')],
    definedOtherwise: ['outputThroughput', 'requestThroughput', 'totalTokenThroughput'],
  },
  SGLang: { definitions: [message('tools.sglang.same')], definedOtherwise: [] },
  'TensorRT-LLM': {
    definitions: [message('tools.tensorrt.process'), message('tools.tensorrt.counts')],
    definedOtherwise: ['ttft', 'e2el'],
  },
} as const

export type MeasuringTool = keyof typeof measuringTools
