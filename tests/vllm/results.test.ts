// From the same measurements the same report, result file and file name as the real client's, to the last byte.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { resultFileName, resultJson } from '#core/report/result-file/result-json.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { localTimeMs, micros } from './clock-steps.ts'
import { configOf, readCases, titleOf } from './real-client.ts'

const resultSchema = z.object({
  date: z.string(),
  duration: z.number(),
  input_lens: z.array(z.int()),
  output_lens: z.array(z.int()),
  ttfts: z.array(z.number()),
  itls: z.array(z.array(z.number())),
  latencies: z.array(z.number()),
  start_times: z.array(z.number()),
  queue_times: z.array(z.number()),
  generated_texts: z.array(z.string()),
  errors: z.array(z.string()),
})
type RealResult = z.infer<typeof resultSchema>

const cases = readCases('results.json', {
  startedAtMonotonicS: z.number(),
  fileName: z.string(),
  report: z.string(),
  result: z.string(),
})

describe.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))('$title', (real) => {
  // Python writes an endless burstiness as no JSON parser reads it.
  const result = resultSchema.parse(JSON.parse(real.result.replaceAll('Infinity', 'null')))
  const config = configOf(['--compat', 'newest', ...real.args])
  const run = runOf(config, result, real.startedAtMonotonicS)

  test('report', () => {
    expect(consoleReport(run)).toBe(real.report)
  })

  test('result file', () => {
    expect(resultJson(run, { detailed: true })).toBe(real.result)
  })

  test('file name', () => {
    expect(resultFileName(run.config, finishedAtEpochMs(run))).toBe(real.fileName)
  })
})

function runOf(
  config: BenchmarkConfig,
  result: RealResult,
  startedAtMonotonicS: number,
): MeasuredRunWithRecords {
  const records = result.start_times.map((startS, index) =>
    recordOf(result, { index, sentAtUs: micros(startS - startedAtMonotonicS) }),
  )
  const durationUs = micros(result.duration)
  return {
    config,
    records,
    summary: summarizeRecords(records, { config, durationUs, client: null }),
    startedAtEpochMs: localTimeMs(result.date) - durationUs / 1000,
    startedAtMonotonicS,
  }
}

function recordOf(
  result: RealResult,
  { index, sentAtUs }: Pick<RequestRecord, 'index' | 'sentAtUs'>,
): RequestRecord {
  const at = <T>(list: readonly T[], missing: T): T => list[index] ?? missing
  const error = at(result.errors, '')
  return {
    index,
    requestId: null,
    scheduledAtUs: sentAtUs - micros(at(result.queue_times, 0)),
    sentAtUs,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    firstTokenAtUs: error ? null : sentAtUs + micros(at(result.ttfts, 0)),
    endedAtUs: sentAtUs + micros(at(result.latencies, 0)),
    interTokenLatenciesUs: Uint32Array.from(at(result.itls, []), micros),
    promptTokens: at(result.input_lens, 0),
    inputs: 1,
    inputAudioS: null,
    outputTokens: at(result.output_lens, 0),
    generatedText: at(result.generated_texts, ''),
    error: error ? { code: 'http-status', message: error, status: 500, body: null } : null,
  }
}
