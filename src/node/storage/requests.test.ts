import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { requestErrorCodes, type RequestRecord } from '#core/model/run/request-record.ts'
import { openDatabase } from './database.ts'
import {
  exampleRecord,
  exampleRun,
  temporaryDatabase,
  temporaryDatabasePath,
} from './storage.test-support.ts'
import { appendRecords, readRecords, saveOutputTokens } from './requests.ts'
import { removeRuns, saveRun } from './runs.ts'

const microseconds = fc.nat({ max: 2 ** 40 })
const seconds = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })
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
  turn: fc.option(fc.record({ conversation: fc.nat(), number: fc.nat() }), { nil: undefined }),
  readAtOnce: fc.constantFrom(true, undefined),
  inputAudioS: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
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
