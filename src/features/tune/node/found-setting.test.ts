// The answer of a tuning in a real database: stored when it stops, computed on opening where an earlier version stored none.
import { describe, expect, test } from 'vitest'
import { sweepAnswers } from '#core/answers/sweep-answers.ts'
import { inEnglish } from '#core/messages/message.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import type { Run } from '#core/model/run/run.ts'
import { type Sweep, sweepPlanSchema } from '#core/model/sweep.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { tuneStoryOf } from '#features/tune/core/tune-story.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { chosenSetting } from '#core/sweep/configurations.ts'
import { nextMove } from '#core/sweep/next-move.ts'
import { quietServer, requestsAt } from '#core/sweep/search/modelled-server.test-support.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { summariesOf } from '#core/sweep/sweep-move.ts'
import { tuneReportOf } from '#features/tune/core/tune-report.ts'
import type { Database } from '#node/storage/database.ts'
import { listRuns, saveRun } from '#node/storage/runs.ts'
import { findSweep, readSweepLog, saveSweep } from '#node/storage/sweeps.ts'
import { exampleRun, exampleSweep, temporaryDatabase } from '#node/storage/storage.test-support.ts'
import { withFinding } from '#node/runs/found-setting.ts'
import { recoverInterrupted } from '#node/runs/recover-interrupted.ts'

const plan = sweepPlanSchema.parse({
  ...{ name: 'Seats', config: defaultBenchmarkConfig, secondsPerPoint: 10 },
  ...{ requestRates: ['inf'], maxConcurrencies: [null] },
  axes: [
    {
      name: 'max-num-seqs',
      settings: [{}, ...[32, 64].map((seats) => ({ server: { 'max-num-seqs': seats } }))],
    },
  ],
  limits: [{ name: 'ttft', percentile: null, bound: 300 }],
  search: { kind: 'capacity', over: 'requestRate' },
  tune: {
    flags: [{ numbers: [16, 32, 64], isScale: true, onlyIf: null }],
    budget: { gpuMinutes: null, runs: 60, minutes: null },
    ...{ base: { 'max-num-seqs': 16 }, gpus: 1 },
  },
})

type Tuned = Readonly<{ sweep: Sweep; runs: readonly Run[] }>

/** A tuning of a modelled server until its end, or until this number of runs. */
function tuned(most: number): Tuned {
  const random = new NumpyRandomState(1)
  const summaries = new Map<number, RunSummary>()
  const runs: Run[] = []
  let sweep: Sweep = { ...exampleSweep, plan, points: [], answers: [], status: 'running' }
  for (;;) {
    const move = nextMove({ sweep, summaries })
    if (runs.length >= most || move.kind === 'end') return { sweep, runs }
    if (move.kind === 'answer') {
      sweep = { ...sweep, answers: [...sweep.answers, move.found] }
      continue
    }
    if (move.kind !== 'measure') throw new TypeError(move.kind)
    const { point } = move
    const config = pointConfig(plan, point)
    const flags = { 'max-num-seqs': 16, ...chosenSetting(plan, point.settings).server }
    const server = { ...quietServer, slots: flags['max-num-seqs'] }
    const summary = wholeSummary(requestsAt(server, config, 100, random), config)
    const id = `run-${point.index}`
    const place = { id, sweepId: sweep.id, pointIndex: point.index }
    runs.push({ ...exampleRun, ...place, config, summary, failure: null })
    summaries.set(point.index, summary)
    sweep = { ...sweep, points: [...sweep.points, { ...point, status: 'completed', runId: id }] }
  }
}

const whole = tuned(Infinity)

/** Stored with its runs. */
function tuning(database: Database, status: Sweep['status'], { sweep, runs } = whole): Sweep {
  saveSweep(database, { ...sweep, points: [], answers: [] })
  for (const run of runs) saveRun(database, run)
  const ended = { ...sweep, status }
  saveSweep(database, ended)
  return ended
}

/** As its page computes it from every run. */
function onItsPage(database: Database, sweep: Sweep) {
  const runs = listRuns(database, { text: '', sweepId: sweep.id })
  const summaries = summariesOf(sweep, runs)
  const log = readSweepLog(database, sweep.id)
  const report = tuneReportOf({ sweep, summaries, log })
  if (report === null) throw new TypeError('It tunes nothing.')
  const { answer, notes, advice } = tuneStoryOf(report, plan)
  return { line: answer, notes, advice }
}

describe('the answer of a tuning', () => {
  test('is stored when it ends, in the words of its page, without its runs', () => {
    const database = temporaryDatabase()
    saveSweep(database, withFinding(database, tuning(database, 'completed')))
    const stored = findSweep(database, exampleSweep.id)
    if (stored === null) throw new TypeError('It is not stored.')
    const answers = sweepAnswers(stored, [])
    expect(answers).toMatchObject([onItsPage(database, stored)])
    expect(inEnglish(answers[0]?.line ?? '')).toMatch(
      /^--max-num-seqs 64: [\d.]+ req\/s within the limits \([\d.]+–[\d.]+\), \+\d+/,
    )
    expect(stored.answers.filter(({ answer }) => answer.kind === 'capacity')).toHaveLength(2)
    expect(nextMove({ sweep: stored, summaries: new Map() }).kind).not.toBe('answer')
  })

  test('is replaced by the next one, and not shown while the tuning runs', () => {
    const database = temporaryDatabase()
    const paused = withFinding(database, tuning(database, 'paused', tuned(4)))
    expect(inEnglish(sweepAnswers(paused, [])[0]?.line ?? '')).not.toBe('')
    expect(sweepAnswers({ ...paused, status: 'running' }, [])).toEqual([])
    const again = withFinding(database, { ...paused, status: 'cancelled' })
    expect(again.answers.map(({ answer }) => answer.kind)).toEqual(['setting'])
  })

  test('does not end the search of the setting that it names', () => {
    const database = temporaryDatabase()
    const sweep = tuning(database, 'completed')
    const runs = listRuns(database, { text: '', sweepId: sweep.id })
    const early = withFinding(database, { ...sweep, answers: [] })
    const move = nextMove({ sweep: early, summaries: summariesOf(early, runs) })
    expect(move).toMatchObject({ kind: 'answer', found: { answer: { kind: 'capacity' } } })
  })

  test.each(['completed', 'cancelled', 'running'] as const)(
    'is computed on opening a database that has a tuning without one, %s',
    (status) => {
      const database = temporaryDatabase()
      const sweep = tuning(database, status)
      recoverInterrupted(database)
      const opened = findSweep(database, sweep.id)
      if (opened === null) throw new TypeError('It is not stored.')
      expect(opened.status).toBe(status === 'running' ? 'interrupted' : status)
      expect(sweepAnswers(opened, [])).toMatchObject([onItsPage(database, opened)])
      expect(opened.answers.slice(0, -1)).toEqual(sweep.answers)
    },
  )

  test('is missing before the first run', () => {
    const database = temporaryDatabase()
    const none = withFinding(database, tuning(database, 'cancelled', tuned(0)))
    expect(none.answers).toEqual([])
    expect(sweepAnswers(none, [])).toEqual([])
  })
})
