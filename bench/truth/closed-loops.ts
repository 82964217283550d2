// How often the intervals of runs without a rate hold: bursts, whose requests all start at once, and closed loops with a fixed
// number in flight. True is what the same run shows on average, and for a closed loop what a long one shows.
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { otherEngines, steadyEngines, type Engine } from './engines.ts'
import { runOn, statisticName, type TimedStatistic } from './known-truth.ts'
import { type Asked, median, shareText, standardDeviation } from './score.ts'

const latencies: readonly TimedStatistic[] = [
  ...(['ttft', 'tpot', 'e2el'] as const).flatMap((metric) =>
    [null, 50, 99].map((percentile) => ({ metric, percentile })),
  ),
  { metric: 'itl', percentile: null },
]
type Figure = Readonly<{ name: string; of: (summary: RunSummary) => FigureEstimate | null }>
const figures: readonly Figure[] = [
  ...latencies.map((statistic) => ({
    name: statisticName(statistic),
    of: (summary: RunSummary) => latencyFigure(summary, statistic),
  })),
  {
    name: 'requests/s',
    of: (summary: RunSummary) => throughputFigure(summary, 'requestThroughput'),
  },
  { name: 'tokens/s', of: (summary: RunSummary) => throughputFigure(summary, 'outputThroughput') },
]

const requestCounts = [100, 400, 1000]
/** Requests in flight; null for all at once. */
const limits = [null, 8, 32, 128]
const replicationsOfTruth = 100
const seedOfTruth = 500_000

type Cell = Readonly<{
  load: string
  figure: string
  runs: number
  given: number
  held: number
  width: number
}>

export function* closedLoopRows({ replications, seed, only }: Asked): Generator<string> {
  const cells: Cell[] = []
  for (const [place, engine] of [...steadyEngines, ...otherEngines].entries()) {
    if (only !== null && only !== place) continue
    for (const limit of limits)
      for (const requests of requestCounts) {
        if (limit !== null && limit * 2 > requests) continue
        const own = cellsOf(engine, { limit, requests }, { replications, seed })
        cells.push(...own)
        for (const cell of own) yield `${engine.name}, ${textOf(cell)}`
      }
  }
  for (const load of new Set(cells.map((cell) => cell.load)))
    for (const { name } of figures) {
      const own = cells.filter((cell) => cell.load === load && cell.figure === name)
      const sum = (key: 'runs' | 'given' | 'held') =>
        own.reduce((total, cell) => total + cell[key], 0)
      const width = median(own.flatMap((cell) => (Number.isFinite(cell.width) ? cell.width : [])))
      yield `all, ${textOf({ load, figure: name, runs: sum('runs'), given: sum('given'), held: sum('held'), width })}`
    }
}

function cellsOf(
  engine: Engine,
  { limit, requests }: Readonly<{ limit: number | null; requests: number }>,
  { replications, seed }: Readonly<{ replications: number; seed: number }>,
): Cell[] {
  const load = { rate: null, concurrency: limit ?? requests, requests }
  const runs = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => runOn(engine, load, from + at).summary)
  const known = runs(seed, replications)
  const usual = runs(seedOfTruth, replicationsOfTruth)
  return figures.map(({ name, of }) => {
    const truths = usual.map((summary) => of(summary)?.value ?? NaN)
    const truth = truths.reduce((sum, value) => sum + value, 0) / truths.length
    const intervals = known.flatMap((summary) => of(summary)?.interval ?? [])
    const width = median(intervals.map(({ low, high }) => high - low))
    return {
      load: `${limit === null ? 'all at once' : `${limit} in flight`}, ${requests}`,
      ...{ figure: name, runs: known.length, given: intervals.length },
      held: intervals.filter(({ low, high }) => low <= truth && truth <= high).length,
      width: width / (2 * 1.96 * standardDeviation(truths)),
    }
  })
}

function textOf({ load, figure, runs, given, held, width }: Cell): string {
  return `${load} | ${figure} | given ${given}/${runs} | holds ${shareText(held, given)} | width ×${width.toFixed(2)}`
}
