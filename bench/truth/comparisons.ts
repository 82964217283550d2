// How often two runs of one server, each on a start of its own, are said to differ; and how often a slower one is found.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { compareRuns } from '#core/compare/compare-runs.ts'
import { headlineNames } from '#core/compare/headline.ts'
import { engineOf } from './engines.ts'
import { capacityOf, runOn } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

const startSpreads = [0, 0.01, 0.02, 0.03, 0.05]
const slowdowns = [1, 1.05, 1.1, 1.2]

export function* comparisonRows({ replications, seed }: Asked): Generator<string> {
  const engine = engineOf('batching')
  const loads = [
    ['16 in flight, 500', { rate: null, concurrency: 16, requests: 500 }],
    ['16 in flight, 2,000', { rate: null, concurrency: 16, requests: 2000 }],
    ['60 %, 500', { rate: 0.6 * capacityOf(engine), concurrency: 1, requests: 500 }],
  ] as const
  for (const [name, load] of loads) {
    for (const slowdown of slowdowns) {
      for (const spread of slowdown === 1 ? startSpreads : [0.03]) {
        const random = new NumpyRandomState(seed)
        const start = () => Math.exp(spread * random.gaussian())
        let moved = 0
        for (let pair = 0; pair < replications; pair++) {
          const base = runOn(engine, load, seed + 2 * pair, start())
          const other = runOn(engine, load, seed + 2 * pair + 1, slowdown * start())
          const isMoved = compareRuns(base, other).some(
            ({ name: figure, percentile, verdict }) =>
              percentile === null &&
              headlineNames.includes(figure) &&
              (verdict === 'better' || verdict === 'worse'),
          )
          if (isMoved) moved++
        }
        const change = slowdown === 1 ? 'no change' : `${Math.round(100 * (slowdown - 1))} % slower`
        yield `${name}, starts differ by ${100 * spread} %, ${change} | said to differ ${shareText(moved, replications)}`
      }
    }
  }
}
