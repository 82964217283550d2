// A server defined by formulas, for testing searches: it runs several requests at a time, each slowed by the others.
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { SweepSearch } from '#core/model/sweep-search.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { measured } from '#core/stats/fixtures/requests.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import type { MeasuredRequest } from '#core/records/measured-request.ts'
import { withNeededPercentiles } from '../limits.ts'
import { nextStep } from './next-step.ts'
import type { MeasuredTry, SearchStep } from './search-step.ts'

export type ModelledServer = Readonly<{
  /** Number of requests computed at a time; Infinity for a server that never saturates. */
  slots: number
  /** Duration of a step with one request, and the increase per further request. */
  stepS: number
  stepSPerRequest: number
  outputTokens: number
  /** Relative noise of a request's latencies. */
  noise: number
}>

export const quietServer: ModelledServer = {
  slots: 100,
  stepS: 0.02,
  stepSPerRequest: 0.0002,
  outputTokens: 50,
  noise: 0.05,
}

export function stepAt({ stepS, stepSPerRequest }: ModelledServer, running: number): number {
  return stepS + stepSPerRequest * (running - 1)
}

/** Requests per second with this number running. */
export function rateAt(server: ModelledServer, running: number): number {
  return running / (server.outputTokens * stepAt(server, running))
}

/** Number running at this rate; more than the slots if the server cannot keep up. */
export function runningAt(server: ModelledServer, rate: number): number {
  const { outputTokens, stepS, stepSPerRequest } = server
  const perRunning = 1 - rate * outputTokens * stepSPerRequest
  return perRunning <= 0 ? Infinity : (rate * outputTokens * (stepS - stepSPerRequest)) / perRunning
}

/** Runs the loads that the search requests until it ends; `disturbed`: index of a run with a slow server, as if it were busy. */
export function searchOn(
  server: ModelledServer,
  plan: SweepPlan,
  { seed = 0, requests = 600, disturbed = -1 } = {},
): Readonly<{ answer: Extract<SearchStep, { kind: 'done' }>['answer']; tried: MeasuredTry[] }> {
  const random = new NumpyRandomState(seed)
  const tried: MeasuredTry[] = []
  for (;;) {
    const step = nextStep(plan, tried)
    if (step.kind === 'done') return { answer: step.answer, tried }
    const config = configAt(plan, step.load)
    const slowed = tried.length === disturbed ? { ...server, stepS: 3 * server.stepS } : server
    const list = requestsAt(slowed, config, requests * step.length, random)
    tried.push({ ...step, config, summary: wholeSummary(list, config) })
  }
}

function configAt({ search, config, limits }: SweepPlan, load: number): BenchmarkConfig {
  const over: SweepSearch['over'] = search?.over ?? 'requestRate'
  return withNeededPercentiles({ ...defaultBenchmarkConfig, ...config, [over]: load }, limits)
}

/** One after the other at a rate, or each in the slot of one that ended. */
export function requestsAt(
  server: ModelledServer,
  { requestRate, maxConcurrency }: BenchmarkConfig,
  count: number,
  random: NumpyRandomState,
): MeasuredRequest[] {
  const rate = requestRate === 'inf' ? null : requestRate
  const wanted = rate === null ? (maxConcurrency ?? 1) : runningAt(server, rate)
  const running = Math.max(1, Math.min(wanted, server.slots))
  const step = stepAt(server, running)
  const servedPerS = rateAt(server, running)
  const everyS = 1 / (rate ?? servedPerS)
  return Array.from({ length: count }, (_, index) => {
    const behindS = rate === null ? 0 : Math.max(0, index * (1 / servedPerS - everyS))
    const queuedS = rate === null ? Math.max(0, wanted - server.slots) / servedPerS : behindS
    const around = () => Math.exp(server.noise * random.gaussian())
    const ttftS = queuedS + 2 * step * around()
    const tpotS = step * around()
    return measured({
      startS: index * everyS,
      // Without a rate, all are due at once and wait in the client.
      queueS: rate === null ? index * everyS : 0,
      ttftS,
      latencyS: ttftS + (server.outputTokens - 1) * tpotS,
      interTokenLatenciesUs: Uint32Array.of(tpotS * 1e6),
      outputTokens: server.outputTokens,
    })
  })
}
