// What becomes of a run when the disk gives up in the middle; the stories of healthy runs are told elsewhere.
import { expect, onTestFinished, test } from 'vitest'
import type { Run } from '#core/model/run.ts'
import { runLoad } from '#node/load/run-load.ts'
import { startSimulator } from '#node/simulator/start-simulator.ts'
import { exampleRun, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { smallBenchmark } from './application.test-support.ts'
import { createEvents } from './events.ts'
import { LiveCourse } from './live-course.ts'
import { RunBook } from './run-book.ts'
import { executeRun } from './run-execution.ts'

test('a database that can no longer be written ends the run, and says so', async () => {
  const simulator = await startSimulator(
    { kind: 'simulator', preset: 'quick', port: null, startupS: 0, seed: 0 },
    { onLog: () => undefined, onPhase: () => undefined },
  )
  onTestFinished(() => simulator.stop())
  const database = temporaryDatabase()
  const events = createEvents()
  const news = events.follow(undefined)
  const book = new RunBook(database, events)
  const config = { ...smallBenchmark, numPrompts: 5000, requestRate: 40 }
  const baseUrl = `http://127.0.0.1:${simulator.port}`
  const run: Run = { ...exampleRun, status: 'preparing', config, baseUrl, failure: null }
  book.saveRun(run)

  const live = new LiveCourse()
  const executed = executeRun(
    {
      run,
      baseUrl,
      config,
      apiKey: null,
      describeLaunch: () => Promise.resolve(null),
      signal: new AbortController().signal,
    },
    { database, events, book, live, runLoad },
  )
  for await (const event of news) if (event.type === 'live') break
  database.pragma('query_only = ON')

  const ended = await executed
  expect(ended.status).toBe('failed')
  expect(ended.failure?.message).toContain('could not be stored')
  expect(live.of(run.id)).toEqual([])
})
