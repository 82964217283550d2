import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { migrate } from '../migrations.ts'
import { readRecords, readRequestRows } from '../requests.ts'
import { initial } from './001-initial.ts'

/** A database of the first version with `rows` of requests, brought up to date. */
function migrated(rows: string): Database {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  database.pragma('foreign_keys = OFF')
  database.exec(rows)
  migrate(database)
  return database
}

test('requests of before keep what they had, and TPOT needs no first token', () => {
  const database = migrated(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, first_token_at_us, ended_at_us,
      prompt_tokens, output_tokens, gaps, generated_text
    ) VALUES
      ('r', 0, 0, 1000, 3000, 9000, 5, 4, x'', 'streamed'),
      ('r', 1, 0, 1000, NULL, 9000, 5, 5, x'', 'in one piece')`)

  expect(readRecords(database, 'r')).toMatchObject([
    { generatedText: 'streamed', firstTokenAtUs: 3000, firstAtUs: { chunk: null, content: null } },
    { generatedText: 'in one piece', firstTokenAtUs: null, inputAudioS: null },
  ])
  const rows = readRequestRows(database, {
    runId: 'r',
    offset: 0,
    limit: 2,
    failedOnly: false,
    sort: 'index',
    descending: false,
  })
  expect(rows.map(({ ttftMs, tpotMs }) => [ttftMs, tpotMs])).toEqual([
    [2, 2],
    [null, 2],
  ])
})

test('requests of earlier versions have one input, no turn and no mark', () => {
  const database = migrated(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, ended_at_us, prompt_tokens, gaps,
      generated_text
    ) VALUES ('r', 0, 0, 1000, 9000, 5, x'', '')`)

  const [record] = readRecords(database, 'r')
  expect(record).toMatchObject({ inputs: 1 })
  expect(record?.turn).toBeUndefined()
  expect([record?.resent, record?.readAtOnce]).toEqual([undefined, undefined])
})
