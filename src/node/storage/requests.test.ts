import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { anyTurn } from '#core/model/run/any-turn.test-support.ts'
import { requestErrorCodes } from '#core/records/request-outcome.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { openDatabase } from './database.ts'
import {
  exampleRecord,
  exampleRun,
  temporaryDatabase,
  temporaryDatabasePath,
} from './storage.test-support.ts'
import { latencies } from '#core/metrics/latencies.ts'
import { measuredFromRecord } from '#core/records/measured-request.ts'
import { readRequestScatter } from './request-rows.ts'
import { appendRecords, readRecords, saveOutputTokens } from './requests.ts'
import { removeRuns, saveRun } from './runs.ts'

const microseconds = fc.nat({ max: 2 ** 40 })
const seconds = fc.double({ min: 0, max: 1e15, noNaN: true })
const anyRecord: fc.Arbitrary<Omit<RequestRecord, 'index'>> = fc.record({
  requestId: fc.option(fc.string()),
  scheduledAtUs: microseconds,
  sentAtUs: microseconds,
  firstTokenAtUs: fc.option(microseconds),
  firstAtUs: fc.record({
    chunk: fc.option(microseconds),
    content: fc.option(microseconds),
    reasoning: fc.option(microseconds),
    toolCall: fc.option(microseconds),
  }),
  endedAtUs: microseconds,
  interTokenLatenciesUs: fc.uint32Array({ maxLength: 40 }),
  serverTimes: fc.option(fc.record({ queueS: seconds, ttftS: fc.option(seconds) }), {
    nil: undefined,
  }),
  promptTokens: fc.nat(),
  inputs: fc.nat(),
  resent: fc.option(fc.constant(true), { nil: undefined }),
  turn: anyTurn,
  readAtOnce: fc.constantFrom(true, undefined),
  inputAudioS: fc.option(seconds),
  outputTokens: fc.option(fc.nat()),
  generatedText: fc.string({ unit: 'binary' }),
  error: fc.option(
    fc.record({
      code: fc.constantFrom(...requestErrorCodes),
      message: fc.string(),
      status: fc.option(fc.nat({ max: 599 })),
      body: fc.option(fc.string()),
    }),
  ),
})

test('records come back to the last microsecond', () => {
  const database = temporaryDatabase()
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 20 }), (parts) => {
      const records = parts.map((part, index) => ({ index, ...part }))
      saveRun(database, exampleRun)
      appendRecords(database, exampleRun.id, records)
      expect(readRecords(database, exampleRun.id)).toEqual(records)
      removeRuns(database, [exampleRun.id])
    }),
    { numRuns: 50 },
  )
})

test('a batch is stored whole or not at all', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  expect(() =>
    appendRecords(database, exampleRun.id, [exampleRecord(0), exampleRecord(1), exampleRecord(0)]),
  ).toThrow('UNIQUE')
  expect(readRecords(database, exampleRun.id)).toEqual([])
})

test('tokens counted after the run are filled in and never overwrite a count of the server', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const uncounted = exampleRecord(1, { outputTokens: null })
  appendRecords(database, exampleRun.id, [exampleRecord(0), uncounted])
  saveOutputTokens(database, exampleRun.id, [
    { ...exampleRecord(0), outputTokens: 99 },
    { ...uncounted, outputTokens: 7 },
  ])
  expect(readRecords(database, exampleRun.id).map(({ outputTokens }) => outputTokens)).toEqual([
    4, 7,
  ])
})

test('the latencies of reasoning follow from the columns as from the records', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const at = { chunk: 1e6, content: 4e6, reasoning: 2e6, toolCall: null }
  const tokenParts = { reasoning: 30, cached: 8 }
  const records = [
    { firstAtUs: at, tokenParts },
    { firstAtUs: { ...at, content: null, toolCall: 3e6 }, tokenParts },
    { firstAtUs: { ...at, content: null } },
    { firstAtUs: { ...at, content: 1e6 }, tokenParts },
    { firstAtUs: { ...at, reasoning: null }, tokenParts },
    { firstAtUs: { ...at, reasoning: null } },
    { firstAtUs: at, tokenParts: { reasoning: 50, isRecounted: true as const, cached: null } },
  ].map((changes, index) =>
    exampleRecord(index, { sentAtUs: 1e6, endedAtUs: 9e6, outputTokens: 51, ...changes }),
  )
  appendRecords(database, exampleRun.id, records)
  expect(readRecords(database, exampleRun.id)).toEqual(records)
  for (const metric of ['ttfo', 'reasoning_time', 'answer_tpot'] as const) {
    const stored = readRequestScatter(database, { runId: exampleRun.id, metric })
    const valueOf = latencies[metric].valueS
    const computed = records.map((record) => {
      const seconds = valueOf(measuredFromRecord(record))
      return seconds === null ? null : seconds * 1000
    })
    expect(stored.map(({ ms }) => ms)).toEqual(computed)
  }
})

test('reasoning counted after the run is filled in and never overwrites a count of the server', () => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const counted = exampleRecord(0, { tokenParts: { reasoning: 5, cached: 2 } })
  const uncounted = exampleRecord(1, { reasoningText: 'Hm.' })
  appendRecords(database, exampleRun.id, [counted, uncounted])
  const recounted = { reasoning: 7, isRecounted: true as const, cached: null }
  saveOutputTokens(database, exampleRun.id, [
    { ...counted, tokenParts: { ...recounted, cached: 2 } },
    { ...uncounted, tokenParts: recounted },
  ])
  const parts = readRecords(database, exampleRun.id).map(({ tokenParts }) => tokenParts)
  expect(parts).toEqual([counted.tokenParts, recounted])
})

test('killing the program in the middle of writing loses no batch it had finished', async () => {
  const filePath = temporaryDatabasePath()
  const before = openDatabase(filePath)
  saveRun(before, exampleRun)
  before.close()
  const announced = await writeUntilKilled(filePath, 20)
  const database = openDatabase(filePath)
  const stored = readRecords(database, exampleRun.id).length
  expect(announced).toBeGreaterThanOrEqual(20)
  expect(stored).toBeGreaterThanOrEqual(announced * batchSize)
  expect(stored % batchSize).toBe(0)
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  database.close()
})

const batchSize = 50

/** Has another process write batch after batch, kills it after some, and says how many it had announced. */
async function writeUntilKilled(databasePath: string, batches: number): Promise<number> {
  const script = `
    import { writeSync } from 'node:fs'
    import { openDatabase } from '#node/storage/database.ts'
    import { appendRecords } from '#node/storage/requests.ts'
    const database = openDatabase(${JSON.stringify(databasePath)})
    const template = ${JSON.stringify(exampleRecord(0))}
    for (let batch = 0; ; batch++) {
      const records = Array.from({ length: ${batchSize} }, (_, index) => ({
        ...template, index: batch * ${batchSize} + index, interTokenLatenciesUs: Uint32Array.of(9000),
      }))
      appendRecords(database, ${JSON.stringify(exampleRun.id)}, records)
      writeSync(1, batch + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let announced = 0
  createInterface({ input: child.stdout }).on('line', () => {
    announced++
    if (announced === batches) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return announced
}
