import { expect, test } from 'vitest'
import { keysOf } from '#core/base/keys-of.ts'
import { latencies } from '#core/metrics/latencies.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { readRequestScatter } from '#node/storage/request-rows.ts'
import { appendRecords, readRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { schemaVersions } from '#node/storage/schema-versions.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { realtimeMetrics } from '#features/realtime/core/latencies.ts'

test('latencies of voices are the same by SQL', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const voice = { firstTextAtUs: 2e6, finalAtUs: 8e6, lagMeanUs: 300_000, lagMaxUs: 700_000 }
  const unheard = { firstTextAtUs: null, finalAtUs: 7e6, lagMeanUs: null, lagMaxUs: null }
  const records = [undefined, voice, unheard].map((each, index) =>
    exampleRecord(index, { voice: each, sentAtUs: 1e6, inputAudioS: 5 }),
  )
  appendRecords(database, exampleRun.id, records)
  expect(readRecords(database, exampleRun.id)).toEqual(records)
  for (const metric of keysOf(realtimeMetrics.latencies)) {
    const stored = readRequestScatter(database, { runId: exampleRun.id, metric })
    const computed = records.map((record) => {
      const seconds = latencies[metric].valueS(measuredFromRecord(record))
      return seconds === null ? null : seconds * 1000
    })
    expect(stored.map(({ ms }) => ms)).toEqual(computed)
  }
})

test.each(['null', '{"finalAtUs":"soon"}'])('a voice of %s is damaged', (voice) => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  appendRecords(database, exampleRun.id, [exampleRecord(0)])
  database.prepare('UPDATE requests SET voice = ?').run(voice)
  expect(() => readRecords(database, exampleRun.id)).toThrow('cannot be read')
})

test('the version of the database that has voices never changes', () => {
  expect(schemaVersions[16]).toBe('ALTER TABLE requests ADD COLUMN voice TEXT;')
})
