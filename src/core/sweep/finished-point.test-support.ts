// A measured point of a sweep, for tests.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import type { FinishedPoint } from './judge-curve.ts'

/** Ten seconds of requests at a rate, each with 10 tokens, the first after `latency` seconds, the last `waitS` later. */
export function finishedPoint(
  requestRate: number,
  latency: number,
  durationS: number,
  waitS = 0,
): FinishedPoint {
  const requests = Array.from({ length: requestRate * 10 }, (_, index) => ({
    startS: index / requestRate,
    queueS: 0,
    ttftS: latency / 2 + (waitS * index) / (requestRate * 10),
    firstS: { chunk: null, content: null, reasoning: null, toolCall: null },
    latencyS: latency + (waitS * index) / (requestRate * 10),
    interTokenLatenciesUs: Uint32Array.of(latency * 5e5),
    promptTokens: 10,
    inputs: 1,
    inputAudioS: 0,
    outputTokens: 10,
    error: null,
  }))
  const config = { ...defaultBenchmarkConfig, requestRate }
  return {
    config,
    summary: summarizeRun(requests, {
      durationS,
      percentiles: [99],
      goodputLimitsMs: {},
      client: null,
    }),
  }
}
