// What becomes of a run that cannot go on to its end; the stories of healthy runs are tested elsewhere.
import { expect, onTestFinished, test } from 'vitest'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import type { Run } from '#core/model/run/run.ts'
import { type PreparedRun, prepareRun } from '#node/experiment/prepare-run.ts'
import { runLoad } from '#node/load/run-load.ts'
import { quietHooks, testSpec } from '#node/simulator/simulator.test-support.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { findRun } from '#node/storage/runs.ts'
import { smallBenchmark } from './application.test-support.ts'
import { createEvents } from './events.ts'
import { LiveCourse } from './live-course.ts'
import { recoverInterrupted } from '#node/runs/recover-interrupted.ts'
import { runJournal, RunRepository } from './run-repository.ts'
import { summarizeRecords } from '#node/experiment/summarize-records.ts'
import { executeRun } from '#node/runs/run-execution.ts'

type Summarize = PreparedRun['summarize']

/** Begins a run of minutes on a simulator in this process. */
async function beginRun(changes: Partial<BenchmarkConfig> = {}, summarize?: Summarize) {
  const simulator = await startSimulator(testSpec, quietHooks)
  onTestFinished(() => simulator.stop())
  const database = temporaryDatabase()
  const events = createEvents()
  const news = events.follow(undefined)
  const runRepository = new RunRepository(database, events)
  const live = new LiveCourse()
  const config = { ...smallBenchmark, numPrompts: 5000, requestRate: 40, ...changes }
  const baseUrl = `http://127.0.0.1:${simulator.port}`
  const run: Run = { ...exampleRun, status: 'preparing', config, baseUrl, failure: null }
  runRepository.saveRun(run)
  const request = {
    run,
    baseUrl,
    config,
    apiKey: null,
    describeLaunch: () => Promise.resolve(null),
    gpus: { problem: 'It is not known where they are.' },
    instances: [],
    stated: {},
    hostTokenizer: () => Promise.resolve(null),
    loadPlace: () => ({ baseUrl, runLoad: null }),
    signal: new AbortController().signal,
  }
  const executed = executeRun(request, {
    database,
    journal: runJournal(run.id, { events, runRepository, live }),
    runLoad,
    prepare: async (...order) => ({
      ...(await prepareRun(...order)),
      ...(summarize !== undefined && { summarize }),
    }),
  })
  return { run, executed, database, news, live }
}

test('a database that can no longer be written ends the run, and says so', async () => {
  const { run, executed, database, news, live } = await beginRun()
  for await (const event of news) if (event.type === 'live') break
  database.pragma('query_only = ON')

  const ended = await executed
  expect(ended.status).toBe('failed')
  expect(ended.failure?.message).toContain('could not be stored')
  expect(live.of(run.id)).toEqual([])
})

test('a disk that is full ends the run, and what was stored before stays', async () => {
  const { run, executed, database, news } = await beginRun()
  for await (const event of news) if (event.type === 'live' && event.snapshot.completed > 0) break
  const pages = Number(database.pragma('page_count', { simple: true }))
  database.pragma(`max_page_count = ${pages}`)

  const ended = await executed
  expect(ended.status).toBe('failed')
  expect(ended.failure).toMatchObject({
    message: 'The run could not be stored: database or disk is full.',
    remedy: 'Free disk space, then run it again.',
    code: 'database-unavailable',
  })
  const stored = countRequestRows(database, { runId: run.id, failedOnly: false })
  expect(stored).toBeGreaterThan(0)
  expect((ended.summary?.completed ?? 0) + (ended.summary?.failed ?? 0)).toBe(stored)

  database.pragma(`max_page_count = ${pages + 1000}`)
  recoverInterrupted(database)
  // What found no room waited beside the database.
  const recovered = findRun(database, run.id)
  expect(recovered).toMatchObject({ status: 'failed', failure: ended.failure })
  const kept = countRequestRows(database, { runId: run.id, failedOnly: false })
  expect(kept).toBeGreaterThanOrEqual(stored)
  expect((recovered?.summary?.completed ?? 0) + (recovered?.summary?.failed ?? 0)).toBe(kept)
})

test('a run that reaches its limit has failed, with the figures of what was measured', async () => {
  const { executed } = await beginRun({ runTimeoutSec: 0.5 })
  const { status, failure, summary } = await executed
  expect(status).toBe('failed')
  expect(failure?.message).toMatch(/^The run reached its limit of 0.5 s: \d+ of 5000 requests/)
  expect(summary?.completed).toBeGreaterThan(0)
})

test('a figure that cannot be stored loses neither the run nor other figures', async () => {
  const { run, executed, database } = await beginRun(
    { numPrompts: 40, requestRate: 400 },
    (...given) => {
      const summary = summarizeRecords(...given)
      const server = { prefixCache: { queries: 1, hits: Infinity } }
      const tpot = { ...summary.metrics.tpot, mean: NaN }
      return Promise.resolve({ ...summary, server, metrics: { ...summary.metrics, tpot } })
    },
  )
  const ended = await executed
  expect(ended).toMatchObject({ status: 'completed', failure: null, summary: { completed: 40 } })
  const stored = findRun(database, run.id)
  expect(stored).toEqual(ended)
  expect(stored?.summary?.lostParts?.toSorted()).toEqual(['metrics.tpot', 'server.prefixCache'])
  expect(stored?.summary?.metrics.ttft.count).toBe(40)
  expect(countRequestRows(database, { runId: run.id, failedOnly: false })).toBe(40)
  expect(stored && judgeRun(stored)?.reasons.map(({ code }) => code)).toContain('parts-lost')
})

test('a run whose summary cannot be computed is summarised from its records', async () => {
  const { run, executed, database } = await beginRun({ numPrompts: 40, requestRate: 400 }, () =>
    Promise.reject(new RangeError('Invalid array length')),
  )
  const ended = await executed
  expect(ended).toMatchObject({ status: 'failed', failure: { message: 'Invalid array length' } })
  expect(findRun(database, run.id)?.summary?.completed).toBe(40)
})
