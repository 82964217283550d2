// Another process that holds the database for longer than SQLite waits: nothing that was measured is lost.
// @module-tag nightly
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { json, oneToken, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'

/** SQLite itself waits for five seconds. */
const heldMs = 6500
const requests = 300

test('a run of the command line', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-held-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const databasePath = path.join(folder, 'kneepoint.db')
  openDatabase(databasePath).close()
  const holder = new Sqlite(databasePath)
  const events = new EventTarget()
  const held = once(events, 'held')
  let asked = 0
  const baseUrl = await serveAnswers({
    'GET /v1/models': json({ object: 'list', data: [{ id: 'm' }] }),
    'POST /v1/completions': () => {
      if (++asked === 50) events.dispatchEvent(new Event('held'))
      return oneToken
    },
  })
  const args =
    '--save-run --disable-tqdm --request-rate 100 --model m --prompt-token-ids --vocab-size 1000 ' +
    `--random-input-len 4 --random-output-len 1 --ready-check-timeout-sec 0 --num-prompts ${requests}`
  const running = runCli(
    ['bench', 'serve', '--base-url', baseUrl, '--result-filename', 'r.json', ...args.split(' ')],
    { cwd: folder, env: { KNEEPOINT_DATA: folder } },
  )
  await held
  holder.exec('BEGIN IMMEDIATE')
  await delay(heldMs)
  holder.close()
  expect(await running).toMatchObject({ code: 0 })
  const database = openDatabase(databasePath)
  const [run] = listRuns(database, { text: '', sweepId: null })
  expect(run).toMatchObject({ status: 'completed', summary: { completed: requests } })
  expect(countRequestRows(database, { runId: run?.id ?? '', failedOnly: false })).toBe(requests)
  database.close()
  expect(checkDatabase(databasePath).problems).toEqual([])
}, 60_000)
