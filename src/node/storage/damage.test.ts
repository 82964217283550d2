// A row counts as damaged for what it holds, and for nothing else: an error of the program must not hide rows.
import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DamagedValue, fromJson } from './column-values.ts'
import { metDamage } from './met-damage.ts'
import { damageOf, readableRows, readRow } from './damage.ts'
import { recordOf } from './request-columns.ts'
import { appendRecords, readRecords } from './requests.ts'
import { saveRun } from './runs.ts'
import { exampleRecord, exampleRun, temporaryDatabase } from './storage.test-support.ts'

const errorsOfTheProgram = [
  new TypeError('undefined is not a function'),
  new RangeError('Invalid array length'),
  new SyntaxError('Invalid regular expression'),
  new ReferenceError('x is not defined'),
  new Sqlite.SqliteError('database is locked', 'SQLITE_BUSY'),
]

function tableThatThrows(error: unknown) {
  const read = (): never => {
    throw error
  }
  return { name: 'runs', idOf: () => 'run-1', read }
}

test.each(errorsOfTheProgram)('hides no row: %s', (error) => {
  const database = temporaryDatabase()
  const table = tableThatThrows(error)
  expect(() => readableRows(database, table, { rows: [{}] })).toThrow(error)
  expect(() => readRow(database, table, {})).toThrow(error)
  expect(() => damageOf(table, {})).toThrow(error)
  expect(metDamage(database.name)).toEqual([])
})

const damage = [
  new DamagedValue('gaps'),
  new Sqlite.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT_VTAB'),
  z.object({ id: z.string() }).safeParse({}).error,
]

test.each(damage)('passes over a row: %s', (error) => {
  const database = temporaryDatabase()
  expect(readableRows(database, tableThatThrows(error), { rows: [{}] })).toEqual([])
  expect(metDamage(database.name)).toMatchObject([{ id: 'run-1' }])
})

test.each(['', '{"a":', '['.repeat(1e6)])('stored text that is no JSON: %.9s', (text) => {
  expect(() => fromJson(text)).toThrow(DamagedValue)
})

// Values that a damaged page may hold; the table itself refuses most others.
const damagedColumns = [
  ['gaps', Uint8Array.of(0x80)],
  ['gaps', Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 1)],
  ['gaps', null],
  ['gaps', 'text'],
  ['sent_at_us', null],
  ['sent_at_us', 'soon'],
  ['generated_text', 7],
  ['rejected_attempts', 'null'],
  ['made', '{"kind":"sound"'],
  ['agent_step', '[]'],
  ['rejected_attempts', '{}'],
  ['differences', '{"promptTokens":-1}'],
] as const
const ofOmni = existsSync('src/features/omni') ? ([['stage_metrics', '{"x":1}']] as const) : []

test.each([...damagedColumns, ...ofOmni])('a request whose %s holds %j', (column, value) => {
  const database = temporaryDatabase()
  saveRun(database, exampleRun)
  const turn = { conversation: 0, number: 0, step: { depth: 0, reusableTokens: null } }
  appendRecords(database, exampleRun.id, [exampleRecord(0, { turn })])
  expect(readRecords(database, exampleRun.id)).toHaveLength(1)
  const row = database.prepare('SELECT * FROM requests').get() as Parameters<typeof recordOf>[0]
  const table = { name: 'requests', idOf: () => 'x', read: recordOf }
  expect(damageOf(table, row)).toBeNull()
  expect(damageOf(table, { ...row, [column]: value })?.why).toBeTruthy()
})
