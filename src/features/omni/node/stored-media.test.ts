import { expect, test } from 'vitest'
import { keysOf } from '#core/base/keys-of.ts'
import { latencies } from '#core/metrics/latencies.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import type { MadeMedia } from '#core/records/request-record.ts'
import { readRequestScatter } from '#node/storage/request-rows.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { omniMetrics } from '#features/omni/core/metrics.ts'

test('times of sound, images and video are the same by SQL', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const none = { firstAtUs: null, underrunUs: null, pixels: null, peakMemoryMb: null }
  const made: readonly (MadeMedia | undefined)[] = [
    undefined,
    {
      ...none,
      kind: 'sound',
      lengthS: 4,
      firstAtUs: 2e6,
      underrunUs: 5e5,
      count: 96,
      generationUs: null,
    },
    { ...none, kind: 'sound', lengthS: 0, count: 0, generationUs: null },
    { ...none, kind: 'images', lengthS: null, count: 2, pixels: 8, generationUs: 7e5 },
    { ...none, kind: 'video', lengthS: 2, count: 32, generationUs: 3e6, stages: { diffuse: 1.5 } },
    { ...none, kind: 'video', lengthS: 2, count: null, generationUs: null },
  ]
  const records = made.map((each, index) =>
    exampleRecord(index, {
      ...{ made: each, sentAtUs: 1e6, endedAtUs: 3e6 },
      stageMetrics:
        index === 1 ? { 0: { stage_gen_time_ms: 4.5, vllm_itls_ms: [1, null] } } : undefined,
    }),
  )
  appendRecords(database, exampleRun.id, records)
  expect(readRecords(database, exampleRun.id)).toEqual(records)
  for (const metric of keysOf(omniMetrics.latencies)) {
    const stored = readRequestScatter(database, { runId: exampleRun.id, metric })
    const computed = records.map((each) => {
      const seconds = latencies[metric].valueS(measuredFromRecord(each))
      return seconds === null ? null : seconds * 1000
    })
    expect(stored.map(({ ms }) => ms)).toEqual(computed)
  }
})
