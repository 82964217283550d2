// How often intervals allow for a client that reads late: whether they hold the figure that the same run would have had
// without late reads.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { latencyInterval } from '#core/judgement/known-figures.ts'
import { quietClient } from '#core/stats/fixtures/client-health.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { judgeRun } from '#core/judgement/judge-run.ts'
import { engineOf } from './engines.ts'
import { capacityOf, configOf } from './known-truth.ts'
import { type Asked, shareText } from './score.ts'

/** Share of reads that are late, and the mean of how late. */
const clients = [
  { share: 0.01, lateMs: 40 },
  { share: 0.05, lateMs: 20 },
  { share: 0.2, lateMs: 10 },
] as const

const statistics = [
  { metric: 'ttft', percentile: null },
  { metric: 'ttft', percentile: 99 },
  { metric: 'itl', percentile: 99 },
  { metric: 'e2el', percentile: null },
] as const

export function* clientRows({ replications, seed, only }: Asked): Generator<string> {
  const engine = engineOf('batching')
  const rate = 0.6 * capacityOf(engine)
  for (const [place, client] of clients.entries()) {
    if (only !== null && only !== place) continue
    const load = { rate, concurrency: 1, requests: 1000 }
    const runs = Array.from({ length: replications }, (_, at) => {
      const random = new NumpyRandomState(seed + at)
      const requests = engine.serve({ load, random })
      const config = configOf(load)
      const late = readLate(requests, client, random)
      return {
        config,
        truth: wholeSummary(requests, config),
        seen: wholeSummary(late.requests, config, late.health),
      }
    })
    const held = statistics.map((statistic) => {
      const { metric, percentile } = statistic
      const given = runs.flatMap(({ truth, seen }) => {
        const interval = latencyInterval(seen, statistic)
        return interval
          ? { ...interval, value: figureOf(truth.metrics[metric], percentile) ?? NaN }
          : []
      })
      const holding = given.filter(({ low, high, value }) => low <= value && value <= high)
      const name = `${percentile === null ? 'mean' : `p${percentile}`} ${metric.toUpperCase()}`
      return `${name} ${shareText(holding.length, given.length)} of ${given.length}`
    })
    const usable = runs.filter(
      ({ config, seen }) => judgeRun({ config, summary: seen })?.grade === 'valid',
    )
    yield [
      `${100 * client.share} % of reads late by ${client.lateMs} ms: interval holds`,
      ...held,
      `valid ${shareText(usable.length, replications)}`,
    ].join(' | ')
  }
}

function readLate(
  requests: readonly MeasuredRequest[],
  { share, lateMs }: (typeof clients)[number],
  random: NumpyRandomState,
) {
  const lagUs = () => (random.double() < share ? random.exponential(1000 * lateMs) : 0)
  const all: number[] = []
  const firsts: number[] = []
  const late = requests.map((request) => {
    const gaps = request.interTokenLatenciesUs
    const lags = Array.from({ length: gaps.length + 1 }, lagUs)
    // Reads keep their order: what is read late delays what follows at once.
    for (let at = 1; at < lags.length; at++)
      lags[at] = Math.max(lags[at] ?? 0, (lags[at - 1] ?? 0) - (gaps[at - 1] ?? 0))
    all.push(...lags)
    firsts.push(lags[0] ?? 0)
    return {
      ...request,
      ttftS: request.ttftS + (lags[0] ?? 0) / 1e6,
      latencyS: request.latencyS + (lags.at(-1) ?? 0) / 1e6,
      interTokenLatenciesUs: gaps.map((gap, at) => gap + (lags[at + 1] ?? 0) - (lags[at] ?? 0)),
    }
  })
  const health = {
    ...quietClient,
    readLagMeanUs: meanOf(all),
    readLagP99Us: p99Of(all),
    firstTokenLagMeanUs: meanOf(firsts),
    firstTokenLagP99Us: p99Of(firsts),
  }
  return { requests: late, health }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function p99Of(values: readonly number[]): number {
  return Float64Array.from(values).sort()[Math.floor(0.99 * values.length)] ?? 0
}
