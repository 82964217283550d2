// How often the intervals of a run hold what is true, and how wide they are beside the spread of the figure itself.
import { latencyFigure } from '#core/judgement/known-figures.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { steadyEngines } from './engines.ts'
import {
  capacityOf,
  longRun,
  percentiles,
  runOn,
  statisticName,
  trueFigure,
  type Statistic,
} from './known-truth.ts'
import { type Asked, median, shareText, standardDeviation } from './score.ts'

const statistics: readonly Statistic[] = (['ttft', 'tpot', 'e2el'] as const).flatMap((metric) =>
  [null, 50, 90, 99].map((percentile) => ({ metric, percentile })),
)

export function* intervalRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [index, engine] of steadyEngines.entries()) {
    if (only !== null && only !== index) continue
    const capacity = capacityOf(engine)
    for (const share of [0.5, 0.7, 0.85]) {
      const rate = share * capacity
      const truth = longRun(engine, rate, share > 0.8 ? 8 : 2)
      for (const requests of [100, 400, 1000, 4000]) {
        // From a server in its usual state: what a run from an idle one lacks is another row.
        const load = { rate, concurrency: 1, requests, warmUps: 5000 }
        const runs = Array.from({ length: replications }, (_, at) => runOn(engine, load, seed + at))
        const ordered = runs.filter(({ summary }) => isInOrder(summary)).length
        yield `${engine.name}, ${100 * share} %, ${requests} | intervals of percentiles in order ${shareText(ordered, runs.length)}`
        for (const statistic of statistics) {
          const known = runs.flatMap(({ summary }) => latencyFigure(summary, statistic) ?? [])
          const value = trueFigure(truth, statistic)
          const given = known.flatMap(({ interval }) => interval ?? [])
          const holding = given.filter(({ low, high }) => low <= value && value <= high).length
          const trueWidth = 2 * 1.96 * standardDeviation(known.map((figure) => figure.value))
          const width = median(given.map(({ low, high }) => high - low)) / trueWidth
          yield [
            `${engine.name}, ${100 * share} %, ${requests}`,
            statisticName(statistic),
            `given ${given.length}/${runs.length}`,
            `holds ${shareText(holding, given.length)}`,
            `width ×${width.toFixed(2)}`,
            `± ${((50 * median(given.map(({ low, high }) => high - low))) / value).toFixed(0)} %`,
          ].join(' | ')
        }
      }
    }
  }
}

/** Neither end of the interval of a percentile lies below that of a lower percentile. */
function isInOrder(summary: RunSummary): boolean {
  return (['ttft', 'itl', 'tpot', 'e2el'] as const).every((metric) => {
    const given = percentiles.flatMap(
      (percentile) => latencyFigure(summary, { metric, percentile })?.interval ?? [],
    )
    return given.every(({ low, high }, at) => {
      const lower = given[at - 1] ?? { low: 0, high: 0 }
      return low >= lower.low && high >= lower.high
    })
  })
}
