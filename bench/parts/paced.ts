// A steady flow of events, denser with every rung, until a client no longer reproduces its rhythm.
import { atLeast, medianRow, type Row } from '../report/row.ts'
import { median } from '../rig/figures.ts'
import { together } from '../rig/load.ts'
import { p99ItlErrorMs } from './error.ts'
import { figureOfRuns, measureBoth, type Account, type Accounts, type Bench } from './part.ts'

const streams = 256
const rungs = [50_000, 100_000, 150_000, 200_000]
const seconds = 2
const tolerableErrorMs = 1
/** The server itself must have kept the pace. */
const tolerableSlowness = 1.05

export async function* paced(bench: Bench): AsyncGenerator<Row, void> {
  let ours = 0
  let limit: number | null = bench.rig.runLimitClient === null ? null : 0
  for (const eventsPerS of rungs) {
    const runs = await measureRung(bench, eventsPerS)
    yield errorRow(eventsPerS, runs)
    if (
      keptUp(
        runs.map((run) => run.ours),
        eventsPerS,
      )
    )
      ours = eventsPerS
    if (
      keptUp(
        runs.map((run) => run.limit),
        eventsPerS,
      )
    )
      limit = eventsPerS
  }
  yield {
    figure: `events/s kept up with, ${streams} streams`,
    ...{ unit: '', digits: 0, asked: atLeast(100_000, 200_000), ours, limit },
  }
}

function measureRung(bench: Bench, eventsPerS: number): Promise<Accounts[]> {
  const timing = { ttftMs: 100, itlMs: itlMsAt(eventsPerS) }
  const load = together(streams, Math.round((seconds * eventsPerS) / streams))
  return measureBoth(bench, { timing, load, latencies: true })
}

function errorRow(eventsPerS: number, runs: readonly Accounts[]): Row {
  const figure = `p99 ITL error, ${streams} streams at ${eventsPerS / 1000}k events/s`
  const row = { figure, unit: 'ms', digits: 2, asked: null }
  return medianRow(row, figureOfRuns(runs, p99ItlErrorMs))
}

function keptUp(accounts: readonly (Account | null)[], eventsPerS: number): boolean {
  const known = accounts.filter((account) => account !== null)
  const errorMs = median(known.map(p99ItlErrorMs))
  const paceMs = median(known.map(({ truth }) => truth?.itl.mean ?? Infinity))
  return errorMs <= tolerableErrorMs && paceMs <= tolerableSlowness * itlMsAt(eventsPerS)
}

function itlMsAt(eventsPerS: number): number {
  return (1000 * streams) / eventsPerS
}
