import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../migrations.ts'
import { readRecords } from '../requests.ts'
import { initial } from './001-initial.ts'

test('requests of before had one text each', () => {
  const database = new Sqlite(':memory:')
  migrate(database, [initial])
  database.pragma('foreign_keys = OFF')
  database.exec(`
    INSERT INTO requests (
      run_id, request_index, scheduled_at_us, sent_at_us, ended_at_us, prompt_tokens, gaps,
      generated_text
    ) VALUES ('r', 0, 0, 1000, 9000, 5, x'', '')`)
  migrate(database)

  expect(readRecords(database, 'r')).toMatchObject([{ inputs: 1 }])
})
