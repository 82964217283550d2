// In its compatibility profile, the same measurements make the same report, result file and file name as those of that release.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { backendTraits, isPooling } from '#core/backends/backend-traits.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { consoleReport } from '#core/report/console/console-report.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import { resultFileName, resultJson } from '#core/report/result-file/result-json.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { localTimeMs, micros } from '../vllm/clock-steps.ts'
import { configOf, titleOf } from '../vllm/real-client.ts'
import { inProfile, readCasesOf, releases } from './releases.ts'

const outputSchema = z.object({
  success: z.boolean(),
  ttft: z.number(),
  latency: z.number(),
  itl: z.array(z.number()),
  promptTokens: z.int(),
  outputTokens: z.int().nullable(),
  text: z.string(),
  /** Early clients did not write it, and no figure of theirs depended on it. */
  startS: z.number().nullable(),
  queueS: z.number().nullable(),
  serverQueueS: z.number().nullable().default(null),
  serverTtftS: z.number().nullable().default(null),
})
type Output = z.infer<typeof outputSchema>

const resultShape = {
  durationS: z.number(),
  outputs: z.array(outputSchema),
  fileName: z.string(),
  report: z.string(),
  result: z.string(),
}
type RealRun = z.infer<z.ZodObject<typeof resultShape>>

/** From the file alone, and not measurable. */
const writtenSchema = z.object({ date: z.string(), errors: z.array(z.string()) })

describe.each(releases)(
  'vLLM $release',
  ({ release, compat, flags = [], pools, inItsProfile = String }) => {
    // A feature brings their APIs.
    const hasPooling = pools && 'vllm-pooling' in backendTraits
    const lists = hasPooling ? ['results', 'pooling'] : ['results']
    const cases = lists.flatMap((list) => readCasesOf(`vllm-${release}.json`, list, resultShape))

    describe.each(cases.map((real) => ({ ...real, title: titleOf(real.args) })))(
      '$title',
      ({ args, ...real }) => {
        const run = runOf(configOf(inProfile([...flags, ...args], compat)), real)

        test('report', () => {
          expect(consoleReport(run)).toBe(real.report)
        })

        test('result file', () => {
          expect(resultJson(run, { detailed: true })).toBe(inItsProfile(real.result))
        })

        test('file name', () => {
          expect(resultFileName(run.config, finishedAtEpochMs(run))).toBe(real.fileName)
        })
      },
    )
  },
)

function runOf(
  config: BenchmarkConfig,
  { durationS, outputs, result }: RealRun,
): MeasuredRunWithRecords {
  const { date, errors } = writtenSchema.parse(JSON.parse(result))
  const startedAtMonotonicS = Math.min(...outputs.map(({ startS }) => startS || Infinity))
  const records = outputs.map((output, index) =>
    recordOf(output, {
      ...{ index, error: errors[index] ?? '', startedAtMonotonicS },
      generates: !isPooling(config),
    }),
  )
  const durationUs = micros(durationS)
  return {
    config,
    records,
    summary: summarizeRecords(records, { config, durationUs, client: null }),
    startedAtEpochMs: localTimeMs(date) - durationUs / 1000,
    startedAtMonotonicS,
  }
}

type Around = Readonly<{
  index: number
  error: string
  startedAtMonotonicS: number
  generates: boolean
}>

function recordOf(
  output: Output,
  { index, error, startedAtMonotonicS, generates }: Around,
): RequestRecord {
  const { success, ttft, latency, itl, promptTokens, outputTokens, text, startS, queueS } = output
  const { serverQueueS, serverTtftS } = output
  const sentAtUs = startS === null ? 0 : micros(startS - startedAtMonotonicS)
  return {
    index,
    requestId: null,
    scheduledAtUs: sentAtUs - micros(queueS ?? 0),
    sentAtUs,
    firstAtUs: { chunk: null, content: null, reasoning: null, toolCall: null },
    firstTokenAtUs: success && generates ? sentAtUs + micros(ttft) : null,
    endedAtUs: sentAtUs + micros(latency),
    interTokenLatenciesUs: Uint32Array.from(itl, micros),
    promptTokens,
    inputs: 1,
    inputAudioS: null,
    outputTokens: generates ? outputTokens : 0,
    generatedText: text,
    serverTimes: { queueS: serverQueueS, ttftS: serverTtftS },
    error: success ? null : { code: 'http-status', message: error, status: 500, body: null },
  }
}
