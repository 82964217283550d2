// Runs during which time is not what it should be: the wall clock leaps, or the client stands still for a while.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Run } from '#core/model/run/run.ts'
import { runsTable } from '#core/documents/runs-table.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { commandLine } from '#node/files/own-programs.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { listRunSummaryRows } from '#node/storage/run-summary-rows.ts'
import { listRuns } from '#node/storage/runs.ts'
import { startCountingServer } from './counting-server.ts'

const requests = 120
const requestsPerS = 100

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** `disturb` is called once the first answer is over. */
async function measured(
  nodeFlags: readonly string[],
  disturb: (client: ChildProcess) => Promise<void>,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = await startCountingServer()
  onTestFinished(() => server.close())
  const flags =
    `--save-run --model counted --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 3 ` +
    `--num-prompts ${requests} --request-rate ${requestsPerS} --burstiness inf --disable-tqdm --base-url ${server.baseUrl}`
  const client = spawn(
    process.execPath,
    ['--no-warnings', ...nodeFlags, commandLine, 'bench', 'serve', ...flags.split(' ')],
    { env: { ...process.env, KNEEPOINT_DATA: folder }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let notes = ''
  client.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text))
  const exited = once(client, 'exit')
  while (server.endedBefore(Infinity) === 0) await delay(5)
  await disturb(client)
  const code = await exited
  expect(code, notes).toEqual([0, null])
  return { ...keptIn(path.join(folder, 'kneepoint.db')), notes }
}

function keptIn(databasePath: string) {
  const database = openDatabase(databasePath)
  const [run] = listRuns(database, { text: '', sweepId: null })
  if (run === undefined) throw new Error('no run was kept')
  const records = readRecords(database, run.id)
  const [summaryRow] = listRunSummaryRows(database, { text: '', sweepId: null })
  database.close()
  return { run, summaryRow, records }
}

function judgedOf(run: Run) {
  const judgement = judgeRun(run)
  if (judgement === null) throw new Error('nothing was summed up')
  return judgement
}

test('a wall clock that leaps by hours changes no duration', async () => {
  const flags = ['--import', file('stepping-clock.ts')]
  const { run, records } = await measured(flags, () => Promise.resolve())
  expect(run).toMatchObject({ status: 'completed', summary: { completed: requests, failed: 0 } })
  expect(records).toHaveLength(requests)
  // A leap is an hour.
  expect(run.summary?.durationS).toBeGreaterThanOrEqual((requests - 1) / requestsPerS)
  expect(run.summary?.durationS).toBeLessThan(60)
  for (const { scheduledAtUs, sentAtUs, firstTokenAtUs, endedAtUs } of records) {
    expect(sentAtUs).toBeGreaterThanOrEqual(scheduledAtUs)
    expect(firstTokenAtUs).toBeGreaterThan(sentAtUs)
    expect(endedAtUs).toBeGreaterThanOrEqual(firstTokenAtUs ?? NaN)
    expect(endedAtUs).toBeLessThan(60e6)
  }
}, 30_000)

test.skipIf(process.platform === 'win32')(
  'a client that was stopped for seconds says so, and is not believed',
  async () => {
    const { run, summaryRow, records, notes } = await measured([], async (client) => {
      client.kill('SIGSTOP')
      await delay(2500)
      client.kill('SIGCONT')
    })
    expect(records).toHaveLength(requests)
    const issue = judgedOf(run).reasons.find(({ code }) => code === 'client-limited')
    expect(issue?.evidence['pauseMs']).toBeGreaterThan(2200)
    expect(notes).toMatch(/Not usable: client-limited[^]*stood still for [23]\d{3} ms/)
    // Lists say so, too: a run that "completed" looks like any other.
    expect(runsTable([run])).toContain('Not usable: client-limited')
    expect(summaryRow?.judgement?.reasons).toContain('client-limited')
  },
  30_000,
)

test.skipIf(process.platform === 'win32')(
  'a client whose machine slept says for how long, and is not believed',
  async () => {
    const flags = ['--import', file('sleeping-clock.ts')]
    const { run, records, notes } = await measured(flags, (client) => {
      client.kill('SIGUSR2')
      return Promise.resolve()
    })
    expect(records).toHaveLength(requests)
    expect(run.summary?.durationS).toBeLessThan(60)
    const issue = judgedOf(run).reasons.find(({ code }) => code === 'client-limited')
    expect(issue?.evidence['pauseMs']).toBeGreaterThan(7_195_000)
    expect(issue?.evidence['pauseMs']).toBeLessThan(7_205_000)
    expect(notes).toMatch(/Not usable: client-limited[^]*stood still for 7(19|20)\d{4} ms/)
  },
  30_000,
)
