// Whether throughput is that of the steady state: of short and long runs at one load alike, and of a full server its
// capacity. Runs begin at an idle server, so that total ÷ duration includes their ramp and drain.
import { throughputFigure, wholeRunFigure } from '#core/judgement/known-figures.ts'
import { steadyLoad } from '#core/judgement/saturation.ts'
import { capacityOf, longRun, meanTokens, runOn } from './known-truth.ts'
import { engineOf } from './engines.ts'
import { type Asked, median, shareText } from './score.ts'

const engines = ['batching', 'wide batches', 'G/G/8'] as const
const shares = [0.3, 0.7, 1.2]
const requestCounts = [80, 400, 2000]

export function* throughputRows({ replications, seed, only }: Asked): Generator<string> {
  for (const [place, name] of engines.entries()) {
    if (only !== null && only !== place) continue
    const engine = engineOf(name)
    const capacity = capacityOf(engine)
    const tokens = meanTokens(longRun(engine, 0.3 * capacity))
    const inFlight = 16
    const closed = closedPace(16_000, 1)
    for (const requests of requestCounts) {
      for (const share of shares) {
        const load = { rate: share * capacity, concurrency: 1, requests }
        yield rowOf(`${name}, ${100 * share} %`, load, Math.min(share, 1) * capacity)
      }
      yield rowOf(`${name}, ${inFlight} in flight`, closedLoad(requests), closed)
    }

    function closedLoad(requests: number) {
      return { rate: null, concurrency: inFlight, requests }
    }

    /** Requests per second of a long closed loop. */
    function closedPace(requests: number, from: number): number {
      const { summary } = runOn(engine, closedLoad(requests), from)
      return summary.requestThroughput
    }

    function rowOf(load: string, asked: Parameters<typeof runOn>[1], truth: number): string {
      const runs = Array.from({ length: replications }, (_, at) => runOn(engine, asked, seed + at))
      const bases = new Map<string, number>()
      for (const { summary } of runs) {
        const { basis } = steadyLoad(summary)
        bases.set(basis, (bases.get(basis) ?? 0) + 1)
      }
      const off = (of: typeof throughputFigure) => {
        const figures = runs.flatMap(({ summary }) => of(summary, 'outputThroughput') ?? [])
        const given = figures.flatMap(({ interval }) => interval ?? [])
        const held = given.filter(
          ({ low, high }) => low <= truth * tokens && truth * tokens <= high,
        )
        const change = median(figures.map(({ value }) => value)) / (truth * tokens) - 1
        return `off by ${(100 * change).toFixed(1)} %, given ${given.length}, holds ${shareText(held.length, given.length)}`
      }
      return [
        `throughput, ${load}, ${asked.requests} requests`,
        `steady ${off(throughputFigure)}`,
        `whole run ${off(wholeRunFigure)}`,
        [...bases].map(([basis, count]) => `${basis} ${count}`).join(', '),
      ].join(' | ')
    }
  }
}
