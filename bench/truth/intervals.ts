// How often the intervals of a run hold what is true, how wide they are beside those of an oracle that knows the spread of the
// figure, and how often a run has none: figure × engine × load × requests.
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { independentEngine, otherEngines, steadyEngines, type Engine } from './engines.ts'
import {
  capacityOf,
  longRun,
  percentiles,
  runOn,
  statisticName,
  trueFigures,
  type TimedStatistic,
} from './known-truth.ts'
import { type Asked, median, shareText, standardDeviation } from './score.ts'

const metrics = ['ttft', 'e2el', 'tpot', 'itl'] as const
const statistics: readonly TimedStatistic[] = metrics.flatMap((metric) =>
  [null, ...percentiles].map((percentile) => ({ metric, percentile })),
)
const loads = [0.5, 0.7, 0.85]
const lengths = [100, 400, 1000, 4000, 10_000]

type Cell = Readonly<{
  figure: string
  load: number
  requests: number
  runs: number
  given: number
  held: number
  /** Median width beside that of the oracle; NaN if no run has an interval. */
  width: number
  /** Half the median width beside the truth. */
  half: number
}>

export function* intervalRows({ replications, seed, only }: Asked): Generator<string> {
  const cells: Cell[] = []
  for (const [index, engine] of [...steadyEngines, ...otherEngines, independentEngine].entries()) {
    if (only !== null && only !== index) continue
    const capacity = capacityOf(engine)
    for (const load of loads) {
      const rate = load * capacity
      const truths = trueFigures(longRun(engine, rate, load > 0.8 ? 8 : 2), statistics)
      for (const requests of lengths) {
        const runs = runsOf(engine, rate, requests)
        const name = `${engine.name}, ${100 * load} %, ${requests}`
        const ordered = runs.filter(isInOrder).length
        yield `${name} | intervals of percentiles in order ${shareText(ordered, runs.length)}`
        for (const [at, statistic] of statistics.entries()) {
          const cell = cellOf(runs, statistic, truths[at] ?? NaN)
          cells.push({ ...cell, load, requests })
          yield `${name} | ${cellText(cell)}`
        }
      }
    }
  }
  yield* totals(cells)

  function runsOf(engine: Engine, rate: number, requests: number): RunSummary[] {
    // From a server in its usual state: what a run from an idle one lacks is another row.
    const load = { rate, concurrency: 1, requests, warmUps: 5000 }
    // A tenth of 10,000 requests takes as long as 1,000.
    const count = requests > 4000 ? Math.ceil(replications / 3) : replications
    return Array.from({ length: count }, (_, at) => runOn(engine, load, seed + at).summary)
  }
}

function cellOf(
  runs: readonly RunSummary[],
  statistic: TimedStatistic,
  truth: number,
): Omit<Cell, 'load' | 'requests'> {
  const known = runs.flatMap((summary) => latencyFigure(summary, statistic) ?? [])
  const given = known.flatMap(({ interval }) => interval ?? [])
  const width = median(given.map(({ low, high }) => high - low))
  return {
    figure: statisticName(statistic),
    runs: known.length,
    given: given.length,
    held: given.filter(({ low, high }) => low <= truth && truth <= high).length,
    width: width / (2 * 1.96 * standardDeviation(known.map(({ value }) => value))),
    half: width / 2 / truth,
  }
}

function cellText({ figure, runs, given, held, width, half }: Omit<Cell, 'load' | 'requests'>) {
  return [
    figure,
    `given ${given}/${runs}`,
    `holds ${shareText(held, given)}`,
    `width ×${width.toFixed(2)}`,
    `± ${(100 * half).toFixed(0)} %`,
  ].join(' | ')
}

/** Over all engines, by figure, load and number of requests. */
function* totals(cells: readonly Cell[]): Generator<string> {
  for (const statistic of statistics) {
    const figure = statisticName(statistic)
    const line = lengths.flatMap((requests) =>
      loads.map((load) => {
        const own = cells.filter(
          (cell) => cell.figure === figure && cell.load === load && cell.requests === requests,
        )
        const sum = (key: 'runs' | 'given' | 'held') =>
          own.reduce((total, cell) => total + cell[key], 0)
        const [runs, given, held] = [sum('runs'), sum('given'), sum('held')]
        if (given === 0) return '–'
        const widths = own.flatMap(({ width }) => (Number.isFinite(width) ? width : []))
        const percent = (share: number) => Math.round(100 * share)
        return `${percent(held / given)} % ×${median(widths).toFixed(1)} (${percent(1 - given / runs)})`
      }),
    )
    yield [`all | ${figure}`, ...line].join(' | ')
  }
}

/** Neither end of an interval lies below that of a lower percentile, nor an end of E2EL below that of TTFT, which is part of it. */
function isInOrder(summary: RunSummary): boolean {
  const intervalsOf = (metric: TimedStatistic['metric'], which: TimedStatistic['percentile'][]) =>
    which.map((percentile) => latencyFigure(summary, { metric, percentile })?.interval ?? null)
  const rising = metrics.map((metric) => intervalsOf(metric, percentiles))
  const parts = [null, ...percentiles].map((percentile) =>
    (['ttft', 'e2el'] as const).flatMap((metric) => intervalsOf(metric, [percentile])),
  )
  return [...rising, ...parts].every((intervals) => {
    const given = intervals.flatMap((interval) => interval ?? [])
    return given.every(({ low, high }, at) => {
      const lower = given[at - 1] ?? { low: 0, high: 0 }
      return low >= lower.low && high >= lower.high
    })
  })
}
