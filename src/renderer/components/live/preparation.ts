// The steps of a run before its first measured request, and its progress through them.
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { drawsIdsUnaided } from '#core/traits/cached-prefix.ts'
import { isAllocated } from '#core/flags/load-senders.ts'
import { benchmarkSteps, type BenchmarkStep } from '#core/model/run/benchmark-step.ts'

export type Preparation = Readonly<{ step: BenchmarkStep; state: 'done' | 'now' | 'next' }>

const always = (): boolean => true

/** Steps of the preparation, and whether a benchmark needs them. */
const conditions: Readonly<Partial<Record<BenchmarkStep, (config: BenchmarkConfig) => boolean>>> = {
  'preparing-host': ({ on }) => on !== null,
  'checking-health': ({ durationMinutes }) => durationMinutes !== null,
  'checking-server': always,
  'loading-tokenizer': (config) => !drawsIdsUnaided(config) && !config.skipTokenizerInit,
  'preparing-workload': always,
  'waiting-in-queue': ({ on }) => isAllocated(on),
  'waiting-until-ready': ({ readyCheckTimeoutSec }) => readyCheckTimeoutSec > 0,
  'starting-profiler': ({ profile, profileBatchThreshold }) =>
    profile && profileBatchThreshold === null,
  connecting: always,
  'warming-up': ({ numWarmups, warmUpSeconds }) => numWarmups > 0 || warmUpSeconds > 0,
}

/** `current` is null if unknown. */
export function preparationOf(
  config: BenchmarkConfig,
  current: BenchmarkStep | null,
): readonly Preparation[] {
  const at = current === null ? -1 : benchmarkSteps.indexOf(current)
  return benchmarkSteps
    .filter((step) => step === current || conditions[step]?.(config))
    .map((step) => ({ step, state: stateAt(benchmarkSteps.indexOf(step), at) }))
}

function stateAt(position: number, current: number): Preparation['state'] {
  if (position === current) return 'now'
  return position < current ? 'done' : 'next'
}
