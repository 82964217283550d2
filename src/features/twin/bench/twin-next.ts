// Width of the answer of a twin of three runs, and of four, by the load of the fourth.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { observedRun } from '#features/twin/core/observed-run.ts'
import { type Asked, median, shareText } from '../../../../bench/truth/score.ts'
import { statisticName } from '../../../../bench/truth/known-truth.ts'
import { askedLimits, predictedWithin } from './twin-costs.ts'
import { seenRuns } from './twins.ts'

/** Shares of the capacity; null sends all requests at once. */
const fourthLoads = [0.2, 0.5, 0.7, 0.85, 0.95, null]

export function* twinNextRows({ replications, seed, only }: Asked): Generator<string> {
  for (const asked of askedLimits(only)) {
    const { engine, full, statistic, limitMs, truth } = asked
    const seeds = Array.from({ length: replications }, (_, run) => seed + 1000 * run)
    const three = seeds.map((each) => seenRuns(engine, full, each).runs)
    const requests = Math.round(30 * full)
    const row = (name: string, more: (each: number) => ReturnType<typeof observedRun>[]) => {
      const given = seeds.flatMap((each, at) => {
        const runs = [...(three[at] ?? []), ...more(each)]
        return predictedWithin(asked, runs, each) ?? []
      })
      const holding = given.filter(({ low, high }) => low <= truth && truth <= high).length
      const width = median(given.map(({ low, high }) => high / low - 1))
      return `${name}: holds ${shareText(holding, given.length)}, width ${(100 * width).toFixed(0)} %`
    }
    yield [
      `${engine.name}, ${statisticName(statistic)} ≤ ${limitMs} ms`,
      row('three runs', () => []),
      ...fourthLoads.map((share) =>
        row(share === null ? 'all at once' : `at ${100 * share} %`, (each) => {
          const load =
            share === null
              ? { rate: null, concurrency: requests, requests }
              : { rate: share * full, concurrency: 1, requests: Math.round(share * requests) }
          const random = new NumpyRandomState(each + 77)
          return [observedRun('fourth', Infinity, engine.serve({ load, random }))]
        }),
      ),
    ].join(' | ')
  }
}
