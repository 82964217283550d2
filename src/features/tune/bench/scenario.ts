// A simulated server to tune: a tune file, and the effects of its settings on a preset.
import { z } from 'zod'
import { readTuneFile, type TuneFile } from '#features/tune/core/file/read-tune-file.ts'
import { tunePlan } from '#features/tune/core/file/tune-plan.ts'
import type { ServeFlagValue } from '#core/model/launch-profile.ts'
import type { SweepPlan } from '#core/model/sweep.ts'
import type { Deployment } from '#node/simulator/presets/gpu-presets.ts'
import { deploymentOf, findDeployment } from '#node/simulator/presets/presets.ts'
import type { Speculation } from '#node/simulator/engine/speculation.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'

export type Flags = Readonly<Record<string, ServeFlagValue>>

export type Scenario = Readonly<{
  name: string
  preset: string
  /** Flags of the untuned server that differ from the preset's defaults. */
  defaults: Flags
  lengths: Readonly<{ inputTokens: number; outputTokens: number }>
  file: Readonly<Record<string, unknown>>
  /** Whether the server runs out of memory. */
  crashes: (flags: Flags) => boolean
  /** Relative standard deviations of the speed: from start to start, and from run to run. */
  noise: Readonly<{ start: number; run: number }>
  startS: number
  /** Speed of the server with these flags, relative to the preset's. */
  speed: (flags: Flags) => number
  /** Prefix of every prompt. */
  sharedTokens?: number
  /** Probability that a drafted token is accepted. */
  acceptance?: number
  /** Number of GPUs of the host; one by default. */
  gpus?: number
}>

export function fileOf(
  flags: Readonly<Record<string, unknown>>,
  limits: readonly string[],
  objective = 'request-rate',
): Readonly<Record<string, unknown>> {
  return { flags, limits, objective, 'seconds-per-run': 10, budget: { 'gpu-minutes': 1 } }
}

/** Runs have consecutive seeds; no two tunings share a seed. */
const seedsApart = 10_000

/** Every seed has the same space, whose allowed settings are cached after the first. */
const plans = new Map<string, SweepPlan>()

/** With a budget of this number of minutes on one GPU. */
export function planOf(scenario: Scenario, gpuMinutes: number, seed: number): SweepPlan {
  const key = `${scenario.name} ${gpuMinutes}`
  const plan = plans.get(key) ?? firstPlan(scenario, gpuMinutes)
  plans.set(key, plan)
  return { ...plan, config: { ...plan.config, seed: seed * seedsApart } }
}

function firstPlan(scenario: Scenario, gpuMinutes: number): SweepPlan {
  const file: TuneFile = readTuneFile(scenario.file, ownFlagIndex())
  return tunePlan(
    { ...file, budget: { gpuMinutes, runs: null, minutes: null } },
    { flags: scenario.defaults, gpus: 1, gpusThere: scenario.gpus ?? 1, served: null },
  )
}

export function figure(flags: Flags, name: string, usual: number): number {
  const value = flags[name]
  return typeof value === 'number' ? value : usual
}

/** A running server; several may be equal. */
export type Running = Readonly<{
  deployment: Deployment
  replicas: number
  sharedTokens: number
  speculation: Speculation | null
}>

/** Returns the preset with the effects of these flags, at this relative speed. */
export function runningAs(scenario: Scenario, flags: Flags, speed: number): Running {
  const { preset, lengths, sharedTokens = 0, acceptance = 0.7 } = scenario
  const found = findDeployment(preset)
  const isSmall = flags['kv-cache-dtype'] === 'fp8'
  const deployment = deploymentOf({
    ...found,
    gpuCount: figure(flags, 'tensor-parallel-size', found.gpuCount),
    gpuMemoryUtilization: figure(flags, 'gpu-memory-utilization', 0.92),
    ...(isSmall && { kvCacheBytes: 1 }),
    maxNumSeqs: figure(flags, 'max-num-seqs', found.maxNumSeqs),
    maxNumBatchedTokens: figure(flags, 'max-num-batched-tokens', found.maxNumBatchedTokens),
    gpu: {
      ...found.gpu,
      peakTflops: found.gpu.peakTflops * speed,
      memoryBandwidthTBPerS: found.gpu.memoryBandwidthTBPerS * speed,
    },
  })
  // A larger number than any load here fills would only cost simulation time.
  const most = 600 * (lengths.inputTokens + lengths.outputTokens * 2)
  const tokens = draftTokens(flags)
  return {
    deployment: { ...deployment, kvCacheTokens: Math.min(deployment.kvCacheTokens, most) },
    replicas: figure(flags, 'data-parallel-size', 1),
    sharedTokens: flags['enable-prefix-caching'] === false ? 0 : sharedTokens,
    speculation: tokens === 0 ? null : { tokens, acceptance },
  }
}

function draftTokens({ 'speculative-config': config }: Flags): number {
  const { success, data } = z.object({ num_speculative_tokens: z.int() }).safeParse(config)
  return success ? data.num_speculative_tokens : 0
}
