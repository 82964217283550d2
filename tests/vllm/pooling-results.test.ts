// The same for what is read and not generated: reports and result files of embedding, pooling and rerank benchmarks.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RequestRecord } from '#core/records/request-record.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { finishedAtEpochMs } from '#core/model/run/measured-run.ts'
import { resultFileName, resultJson } from '#core/report/result-file/result-json.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { localTimeMs, micros } from './clock-steps.ts'
import { configOf, readCases, titleOf } from './real-client.ts'

const resultSchema = z.object({
  date: z.string(),
  duration: z.number(),
  input_lens: z.array(z.int()),
  latencies: z.array(z.number()),
  queue_times: z.array(z.number()),
  errors: z.array(z.string()),
})
type RealResult = z.infer<typeof resultSchema>

const cases = readCases('pooling-results.json', {
  inputs: z.array(z.int()),
  fileName: z.string(),
  report: z.string(),
  result: z.string(),
})

describe.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))('$title', (real) => {
  // Python writes an endless burstiness as no JSON parser reads it.
  const result = resultSchema.parse(JSON.parse(real.result.replaceAll('Infinity', 'null')))
  const config = configOf(real.args)
  const records = real.inputs.map((inputs, index) => recordOf(result, { index, inputs }))
  const durationUs = micros(result.duration)
  const run = {
    ...{ config, records, startedAtMonotonicS: 0 },
    summary: summarizeRecords(records, { config, durationUs, client: null }),
    startedAtEpochMs: localTimeMs(result.date) - durationUs / 1000,
  }

  test('report', () => {
    expect(consoleReport(run)).toBe(real.report)
  })

  test('result file', () => {
    // When it ended, in UTC, is ours alone.
    const own = resultJson(run, { detailed: true }).replace(/, "finished_at": "[^"]+Z"/, '')
    expect(own).toBe(real.result)
  })

  test('file name', () => {
    expect(resultFileName(config, finishedAtEpochMs(run))).toBe(real.fileName)
  })
})

/** When each was sent is not in these files; only waiting and answering take time. */
function recordOf(
  result: RealResult,
  { index, inputs }: Pick<RequestRecord, 'index' | 'inputs'>,
): RequestRecord {
  const error = result.errors[index] ?? ''
  const sentAtUs = micros(result.queue_times[index] ?? 0)
  return {
    ...{ index, inputs, requestId: null, scheduledAtUs: 0, sentAtUs },
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    firstTokenAtUs: null,
    endedAtUs: sentAtUs + micros(result.latencies[index] ?? 0),
    interTokenLatenciesUs: new Uint32Array(),
    promptTokens: result.input_lens[index] ?? 0,
    ...{ inputAudioS: null, outputTokens: 0, generatedText: '' },
    error: error ? { code: 'http-status', message: error, status: 500, body: null } : null,
  }
}
