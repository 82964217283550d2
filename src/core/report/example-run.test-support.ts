// A small run for tests: two responses and a failure, with simple figures.
import { benchmarkFieldsSchema, type BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import type { SteadyState } from '../model/run/steady-state.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { summarizeRun } from '../stats/summarize-run.ts'
import type { MeasuredRunWithRecords } from '../model/run/measured-run.ts'

export const exampleSteadyWindow: SteadyState['window'] = {
  startS: 2,
  endS: 11.5,
  durationS: 9.5,
  firstStartS: 0.5,
  targetConcurrency: 64,
  threshold: 0.95,
  thresholdConcurrency: 61,
  observedPeak: 64,
  requestsStarted: 100,
  requestsCompleted: 90,
  requestsTotal: 120,
  isShort: true,
}

export const exampleRecords: readonly RequestRecord[] = [
  {
    index: 0,
    requestId: 'bench-0',
    scheduledAtUs: 250_000,
    sentAtUs: 250_100,
    firstTokenAtUs: 350_100,
    firstAtUs: { chunk: 350_100, content: 350_100, reasoning: null, toolCall: null },
    endedAtUs: 380_100,
    interTokenLatenciesUs: Uint32Array.of(10_000, 20_000),
    promptTokens: 16,
    inputs: 1,
    inputAudioS: null,
    outputTokens: 3,
    generatedText: 'caf\u00e9',
    error: null,
  },
  {
    index: 1,
    requestId: 'bench-1',
    scheduledAtUs: 500_000,
    sentAtUs: 500_050,
    firstTokenAtUs: 512_345,
    firstAtUs: { chunk: 512_345, content: 512_345, reasoning: null, toolCall: null },
    endedAtUs: 600_000,
    interTokenLatenciesUs: Uint32Array.of(),
    promptTokens: 16,
    inputs: 1,
    inputAudioS: null,
    outputTokens: null,
    generatedText: 'half an',
    error: {
      code: 'http-status',
      message: 'The server answered 500.',
      status: 500,
      body: '{"a":"b"}',
    },
  },
  {
    index: 2,
    requestId: 'bench-2',
    scheduledAtUs: 1_500_000,
    sentAtUs: 1_500_000,
    firstTokenAtUs: 1_700_000,
    firstAtUs: { chunk: 1_700_000, content: 1_700_000, reasoning: null, toolCall: null },
    endedAtUs: 1_750_000,
    interTokenLatenciesUs: Uint32Array.of(50_000),
    promptTokens: 16,
    inputs: 1,
    inputAudioS: null,
    outputTokens: 2,
    generatedText: 'two',
    error: null,
  },
]

/** Ends at 2026-03-01 12:00:02 local time in any time zone. */
export function exampleRun(config: Partial<BenchmarkConfig> = {}): MeasuredRunWithRecords {
  const whole = benchmarkFieldsSchema.parse({ model: 'org/sim-8b', numPrompts: 3, ...config })
  return {
    config: whole,
    summary: summarizeRun(exampleRecords.map(measuredFromRecord), {
      durationS: 2,
      percentiles: whole.metricPercentiles,
      goodputLimitsMs: whole.goodput,
      client: null,
    }),
    startedAtEpochMs: new Date(2026, 2, 1, 12, 0, 0).getTime(),
    startedAtMonotonicS: 1000,
    records: exampleRecords,
  }
}
