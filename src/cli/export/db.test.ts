// The database as a user meets it when something is wrong with it, from the command line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { openDatabase } from '#node/storage/database.ts'
import { appendRecords } from '#node/storage/requests.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRecord, exampleRun } from '#node/storage/storage.test-support.ts'
import { runCli, type CliOptions } from '../run-cli.test-support.ts'

/** With one run in it. */
function dataFolder(changes: Partial<Run> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-db-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  saveRun(database, { ...exampleRun, ...changes })
  const records = Array.from({ length: 2000 }, (_, index) => exampleRecord(index))
  appendRecords(database, exampleRun.id, records)
  database.close()
  return folder
}

const run = (folder: string, args: readonly string[], options: CliOptions = {}) =>
  runCli(args, { ...options, env: { KNEEPOINT_DATA: folder } })

test('a whole database is checked, copied and rewritten', async () => {
  const folder = dataFolder()
  const copy = path.join(folder, 'copy.db')
  const checked = await run(folder, ['db', 'check'])
  expect(checked).toMatchObject({ code: 0, notes: '' })
  expect(checked.output).toMatch(/requests +2000\n/)
  expect(checked.output).toContain('It is whole.')
  const copied = await run(folder, ['db', 'backup', copy])
  expect(copied.code).toBe(0)
  expect(copied.output).toContain(`${copy}: `)
  const written = await run(folder, ['db', 'vacuum'])
  expect(written).toMatchObject({ code: 0, notes: '' })
  expect(await run(folder, ['db', 'backup', copy])).toMatchObject({ code: 2 })
})

test('a damaged one is found out, and a window that needs the damaged part says so', async () => {
  const folder = dataFolder({ status: 'running', failure: null })
  const filePath = path.join(folder, 'kneepoint.db')
  const file = openSync(filePath, 'r+')
  writeSync(file, Buffer.alloc(8192, 0xa5), 0, 8192, Math.floor(statSync(filePath).size / 2))
  const checked = await run(folder, ['db', 'check'])
  expect(checked.code).toBe(1)
  expect(checked.output).toContain('It is damaged:')
  const opened = await run(folder, ['web', '--no-open'])
  expect(opened.notes).toContain('is damaged: database disk image is malformed.')
  expect(opened.notes).toContain('kneepoint db check')
  expect(opened.code).toBe(1)
})

test('one that another process keeps to itself is waited for, and then named', async () => {
  const folder = dataFolder()
  const held = `
    const Sqlite = require('better-sqlite3')
    const database = new Sqlite(process.argv[1])
    database.exec('BEGIN EXCLUSIVE')
    console.log('held')
    setInterval(() => database.inTransaction, 1000)`
  const holder = spawn(process.execPath, ['-e', held, path.join(folder, 'kneepoint.db')])
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  const { code, notes } = await run(folder, ['db', 'vacuum'])
  expect(code).toBe(1)
  expect(notes).toContain('is in use by another process')
})

test('one that may only be read is checked, and what would write says that it cannot', async () => {
  const folder = dataFolder()
  chmodSync(path.join(folder, 'kneepoint.db'), 0o444)
  chmodSync(folder, 0o555)
  // To the superuser everything may be written.
  const options = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  const listed = await run(folder, ['runs'], options)
  expect(listed.code).toBe(1)
  expect(listed.notes).toMatch(/cannot be written|may only be read/)
})
