// Measures settings for the searches that a tuning is compared with: at the same loads and prompts, starting at the load of the
// best so far, until the capacity of a setting is bracketed or the setting is certainly worse. Does not confirm anything.
import type { SweepPlan } from '#core/model/sweep.ts'
import { pointConfig } from '#core/sweep/sweep-points.ts'
import { believedRuns, type StagedTry } from '#features/tune/core/candidates.ts'
import { gpusOf } from '#features/tune/core/cost.ts'
import { estimateOf, type Estimate } from '#features/tune/core/estimate.ts'
import { serverFlags } from '#features/tune/core/pool.ts'
import { probeStep } from '#features/tune/core/probe.ts'
import type { VirtualServer } from './virtual-server.ts'

type Leader = Readonly<{ choice: readonly number[]; estimate: Estimate }>

export class Race {
  readonly #plan: SweepPlan
  readonly #server: VirtualServer
  #gpuSeconds = 0
  #best: Leader | null = null
  #settings = 0

  constructor(plan: SweepPlan, server: VirtualServer) {
    this.#plan = plan
    this.#server = server
  }

  get isOver(): boolean {
    return this.#gpuSeconds >= (this.#plan.tune?.budget.gpuMinutes ?? 0) * 60
  }

  /** The best measured setting; empty if none met the limits. */
  get best(): readonly number[] {
    return this.#best?.choice ?? []
  }

  get settings(): number {
    return this.#settings
  }

  /** Logarithm of its capacity, approximate if it is certainly worse than the best; null if it fails. */
  run(choice: readonly number[]): number | null {
    const { tune, search } = this.#plan
    if (tune === null || search === null) throw new TypeError('The plan tunes nothing.')
    this.#settings++
    const gpus = gpusOf(this.#plan, tune, choice)
    const { isReady, seconds } = this.#server.start(serverFlags(this.#plan, tune, choice))
    this.#gpuSeconds += seconds * gpus
    const tried: StagedTry[] = []
    while (isReady) {
      const step = probeStep({
        ...{ plan: this.#plan, search, expected: this.#expected, floor: this.#floor, patience: 1 },
        candidate: { choice, tried, hasFailed: false, starts: [], points: [], answers: null },
      })
      if (step.kind === 'done') break
      const isRate = search.over === 'requestRate'
      const load = {
        requestRate: isRate ? step.load : ('inf' as const),
        maxConcurrency: isRate ? null : step.load,
      }
      const offset = { settings: [...choice], seedOffset: tried.length }
      const config = pointConfig(this.#plan, { ...offset, ...load })
      const summary = this.#server.measure(config)
      this.#gpuSeconds += summary.durationS * gpus
      const repeat = tried.filter((run) => run.load === step.load).length
      const place = { stage: 'explore' as const, index: tried.length }
      tried.push({ load: step.load, repeat, config, summary, ...place })
    }
    const estimate = estimateOf(this.#plan, believedRuns({ tried }))
    if (estimate === null) return null
    const isBest =
      estimate.kind !== 'below' && estimate.log > (this.#best?.estimate.log ?? -Infinity)
    if (isBest) this.#best = { choice, estimate }
    return estimate.log
  }

  get #expected(): number | null {
    return this.#best === null ? null : Math.exp(this.#best.estimate.log)
  }

  /** As in a tuning, the capacity of the best is certainly above this. */
  get #floor(): number {
    if (this.#best?.estimate.kind !== 'enclosed') return 0
    const { log, error } = this.#best.estimate
    return Math.exp(log - 2 * error)
  }
}
