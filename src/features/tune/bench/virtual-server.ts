// A server to tune in virtual time: started with flags, which takes time and may fail, and measured at a load. Its speed has
// noise from start to start and from run to run.
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'
import { wholeSummary } from '#core/stats/fixtures/summaries.ts'
import { virtualRun } from '#node/simulator/engine/virtual-run.test-support.ts'
import { runningAs, type Flags, type Running, type Scenario } from './scenario.ts'

/** Time until a failed start is reported, as a share of a whole start. */
const failedShare = 0.5

export class VirtualServer {
  readonly #scenario: Scenario
  readonly #random: NumpyRandomState
  #flags: Flags | null = null
  #speed = 1

  constructor(scenario: Scenario, seed: number) {
    this.#scenario = scenario
    this.#random = new NumpyRandomState(seed)
  }

  /** Seconds, and whether it then runs; 0 if it already runs with these flags. */
  start(flags: Flags): Readonly<{ seconds: number; isReady: boolean }> {
    if (JSON.stringify(flags) === JSON.stringify(this.#flags)) return { seconds: 0, isReady: true }
    const { startS, noise, crashes } = this.#scenario
    if (crashes(flags)) {
      this.#flags = null
      return { seconds: failedShare * startS, isReady: false }
    }
    this.#flags = flags
    this.#speed = Math.exp(noise.start * this.#random.gaussian())
    return { seconds: startS * Math.exp(0.05 * this.#random.gaussian()), isReady: true }
  }

  measure(config: BenchmarkConfig): RunSummary {
    if (this.#flags === null) throw new Error('It does not run.')
    const speed = this.#speed * Math.exp(this.#scenario.noise.run * this.#random.gaussian())
    return measuredAt(this.#scenario, { flags: this.#flags, speed, config })
  }
}

type Measured = Readonly<{ flags: Flags; speed: number; config: BenchmarkConfig }>

/** One of its replicas, which share the load; `speed` is relative to that of its flags. */
export function measuredAt(scenario: Scenario, { flags, speed, config }: Measured): RunSummary {
  const running = runningAs(scenario, flags, speed * scenario.speed(flags))
  return measuredOn(scenario, { running, config, seed: config.seed })
}

export function measuredOn(
  { lengths }: Pick<Scenario, 'lengths'>,
  {
    running: { deployment, replicas, sharedTokens, speculation },
    config,
    seed,
  }: Readonly<{ running: Running; config: BenchmarkConfig; seed: number }>,
): RunSummary {
  const rate = config.requestRate === 'inf' ? null : config.requestRate / replicas
  const concurrency = Math.max(1, Math.round((config.maxConcurrency ?? 1) / replicas))
  const requests = virtualRun(deployment, {
    ...lengths,
    ...{ requestRate: rate, concurrency, seed, sharedTokens, speculation },
    requests: Math.ceil(config.numPrompts / replicas),
    warmUps: rate === null ? Math.min(concurrency, 64) : Math.round(3 * rate),
  })
  return wholeSummary(requests, { ...config, ...(rate !== null && { requestRate: rate }) })
}
