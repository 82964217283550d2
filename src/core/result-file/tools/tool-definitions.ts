// Where figures of another benchmark are defined differently from ours, or converted to ours.
import { type Message, message } from '#core/messages/message.ts'
import type { MeasuringTool } from '#core/model/run/run.ts'

export const toolDefinitions: Readonly<Record<MeasuringTool, readonly Message[]>> = {
  AIPerf: [message('tools.aiperf.tpot'), message('tools.aiperf.itl'), message('tools.aiperf.e2el')],
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
  SGLang: [message('tools.sglang.same')],
}
