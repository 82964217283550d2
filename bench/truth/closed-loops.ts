// How often the intervals of runs without a rate hold: bursts, whose requests all start at once, and closed loops with a fixed
// number of requests, conversations or agents in flight. True is what the same run shows on average. Also how often a closed loop
// is judged as it should be: it is neither behind nor held back.
import { judgeRun } from '#core/judgement/judge-run.ts'
import { latencyFigure, throughputFigure } from '#core/judgement/known-figures.ts'
import type { FigureEstimate } from '#core/stats/certainty/interval.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { type Load, requestsEach } from './arrivals.ts'
import { otherEngines, steadyEngines, type Engine } from './engines.ts'
import { runOn, statisticName, type TimedStatistic } from './known-truth.ts'
import { type Asked, median, shareText, standardDeviation, verdictTexts } from './score.ts'

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
/** Requests, conversations or agents in flight; null for all requests at once. */
const limits = [null, 8, 32, 128]
const units: Readonly<Record<string, Pick<Load, 'conversation'>>> = {
  requests: {},
  'conversations of 4': { conversation: { turns: 4, pauseS: 0.5 } },
  'conversations of 10': { conversation: { turns: 10, pauseS: 2 } },
  agents: { conversation: { turns: 4, pauseS: 0.5, branches: { count: 2, turns: 2 } } },
}
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
    for (const [unit, each] of Object.entries(units))
      for (const limit of limits)
        for (const requests of requestCounts) {
          const fewest = 2 * (limit ?? 0) * requestsEach(each)
          if (fewest > requests || (limit === null && each.conversation)) continue
          const load = { rate: null, concurrency: limit ?? requests, requests, ...each }
          const name = `${limit === null ? 'all at once' : `${limit} ${unit} in flight`}, ${requests}`
          const runs = runsOf(engine, load, { seed, count: replications })
          yield `${engine.name}, ${name} | ${verdictTexts(runs.map(judgeRun)).join(' | ')}`
          const own = cellsOf(engine, load, runs).map((cell) => ({ load: name, ...cell }))
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

type Runs = readonly ReturnType<typeof runOn>[]

function runsOf(
  engine: Engine,
  load: Load,
  { seed, count }: Readonly<{ seed: number; count: number }>,
): Runs {
  return Array.from({ length: count }, (_, at) => runOn(engine, load, seed + at))
}

function cellsOf(engine: Engine, load: Load, runs: Runs): Omit<Cell, 'load'>[] {
  const usual = runsOf(engine, load, { seed: seedOfTruth, count: replicationsOfTruth })
  return figures.map(({ name, of }) => {
    const truths = usual.map(({ summary }) => of(summary)?.value ?? NaN)
    const truth = truths.reduce((sum, value) => sum + value, 0) / truths.length
    const intervals = runs.flatMap(({ summary }) => of(summary)?.interval ?? [])
    const width = median(intervals.map(({ low, high }) => high - low))
    return {
      ...{ figure: name, runs: runs.length, given: intervals.length },
      held: intervals.filter(({ low, high }) => low <= truth && truth <= high).length,
      width: width / (2 * 1.96 * standardDeviation(truths)),
    }
  })
}

function textOf({ load, figure, runs, given, held, width }: Cell): string {
  return `${load} | ${figure} | given ${given}/${runs} | holds ${shareText(held, given)} | width ×${width.toFixed(2)}`
}
