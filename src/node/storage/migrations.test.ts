import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from './migrations.ts'

test('only the steps a database has not seen are taken', () => {
  const database = new Sqlite(':memory:')
  const first = 'CREATE TABLE a (x)'
  migrate(database, [first])
  migrate(database, [first, 'ALTER TABLE a ADD COLUMN y'])
  database.exec('INSERT INTO a (x, y) VALUES (1, 2)')
  expect(database.pragma('user_version', { simple: true })).toBe(2)
})

test('a step that fails leaves the database at the version before it, with nothing half done', () => {
  const database = new Sqlite(':memory:')
  const broken = 'CREATE TABLE b (x); CREATE TABLE a (x)'
  expect(() => migrate(database, ['CREATE TABLE a (x)', broken])).toThrow('table a already exists')
  expect(database.pragma('user_version', { simple: true })).toBe(1)
  expect(() => database.exec('SELECT * FROM b')).toThrow('no such table')
})
