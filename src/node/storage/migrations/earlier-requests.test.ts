import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrations.ts'
import { readRecords } from '../requests.ts'
import { initial } from './001-initial.ts'

test('requests of earlier versions have one input, no turn and no mark', () => {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  database.pragma('foreign_keys = OFF')
  database.exec(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, ended_at_us, prompt_tokens, gaps,
      generated_text
    ) VALUES ('r', 0, 0, 1000, 9000, 5, x'', '')`)
  migrate(database)

  const [record] = readRecords(database, 'r')
  expect(record).toMatchObject({ inputs: 1 })
  expect(record?.turn).toBeUndefined()
  expect([record?.resent, record?.readAtOnce]).toEqual([undefined, undefined])
})
