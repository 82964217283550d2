// Simulated servers to tune, whose truth is measured: each a tune file with what its settings make of a preset.
import { z } from 'zod'
import { readTuneFile, type TuneFile } from '#core/tune/file/read-tune-file.ts'
import { tunePlan } from '#core/tune/file/tune-plan.ts'
import type { ServeFlagValue } from '#core/model/server/serve-config.ts'
import type { SweepPlan } from '#core/model/sweep/sweep.ts'
import type { Deployment } from '#node/simulator/presets/gpu-presets.ts'
import { deploymentOf, findDeployment } from '#node/simulator/presets/presets.ts'
import type { Speculation } from '#node/simulator/engine/speculation.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'

export type Flags = Readonly<Record<string, ServeFlagValue>>

export type Scenario = Readonly<{
  name: string
  preset: string
  /** Of the server as it is; flags that vary beside the known defaults of the preset. */
  defaults: Flags
  lengths: Readonly<{ inputTokens: number; outputTokens: number }>
  file: Readonly<Record<string, unknown>>
  /** Whether the server runs out of memory. */
  crashes: (flags: Flags) => boolean
  /** Standard deviations of the speed, as shares: from start to start, and from run to run. */
  noise: Readonly<{ start: number; run: number }>
  startS: number
  /** Of the server at these flags, as a share; by the attention backend unless given. */
  speed?: (flags: Flags) => number
  /** At the start of every prompt. */
  sharedTokens?: number
  /** Of a drafted token, 0–1. */
  acceptance?: number
  /** Of the host; one unless given. */
  gpus?: number
  /** Too many settings to measure the truth of each: only of those that a search recommends. No rule was adjusted on it. */
  isHeldOut?: true
}>

const usualNoise = { start: 0.01, run: 0.02 }

const usual = { 'attention-backend': 'FLASH_ATTN', 'kv-cache-dtype': 'auto' }
const seqs = { 'max-num-seqs': [8, 16, 24, 32, 48, 64, 96, 128, 192, 256] }
const tokens = { 'max-num-batched-tokens': '256..8192 x2' }
const backends = { 'attention-backend': ['FLASH_ATTN', 'FLASHINFER', 'TRITON_ATTN'] }
const cacheTypes = { 'kv-cache-dtype': ['auto', 'fp8'] }
const utilizations = { 'gpu-memory-utilization': [0.8, 0.95] }

export const scenarios: readonly Scenario[] = [
  {
    name: 'short prompts, TPOT by rate',
    preset: 'l4-qwen-3b',
    defaults: { ...usual, 'max-num-seqs': 256, 'max-num-batched-tokens': 2048 },
    lengths: { inputTokens: 256, outputTokens: 64 },
    file: fileOf({ ...seqs, ...tokens, ...backends, ...cacheTypes }, [
      'p95 ttft <= 800 ms',
      'mean tpot <= 45 ms',
    ]),
    crashes: () => false,
    noise: usualNoise,
    startS: 60,
  },
  {
    name: 'long prompts, memory runs out',
    preset: 'a100-llama-8b',
    defaults: { ...usual, 'max-num-seqs': 16, 'max-num-batched-tokens': 2048 },
    lengths: { inputTokens: 1024, outputTokens: 64 },
    file: fileOf({ ...seqs, ...tokens, ...utilizations, ...cacheTypes }, [
      'p95 ttft <= 1000 ms',
      'mean tpot <= 60 ms',
    ]),
    crashes: (flags) =>
      figure(flags, 'gpu-memory-utilization', 0.92) > 0.92 &&
      figure(flags, 'max-num-batched-tokens', 2048) >= 2048,
    noise: usualNoise,
    startS: 60,
  },
  {
    name: 'in flight, two regions fail',
    preset: 'a100-llama-8b',
    defaults: { ...usual, 'max-num-seqs': 64, 'max-num-batched-tokens': 2048 },
    lengths: { inputTokens: 512, outputTokens: 64 },
    file: fileOf(
      { ...seqs, ...tokens, ...backends, ...cacheTypes },
      ['mean tpot <= 50 ms', 'p95 ttft <= 2000 ms'],
      'max-concurrency',
    ),
    crashes: (flags) =>
      (flags['kv-cache-dtype'] === 'fp8' && flags['attention-backend'] === 'TRITON_ATTN') ||
      (figure(flags, 'max-num-batched-tokens', 2048) >= 8192 &&
        figure(flags, 'max-num-seqs', 64) >= 128),
    noise: usualNoise,
    startS: 60,
  },
  {
    name: 'noise doubled',
    preset: 'l4-qwen-3b',
    defaults: { ...usual, 'max-num-seqs': 128, 'max-num-batched-tokens': 2048 },
    lengths: { inputTokens: 512, outputTokens: 64 },
    file: fileOf({ ...seqs, ...tokens, ...backends, ...cacheTypes }, [
      'p95 ttft <= 1500 ms',
      'mean tpot <= 50 ms',
    ]),
    crashes: () => false,
    noise: { start: 0.02, run: 0.04 },
    startS: 60,
  },
  {
    name: 'the defaults are best',
    preset: 'quick',
    defaults: {
      'max-num-seqs': 256,
      'max-num-batched-tokens': 2048,
      'attention-backend': 'FLASHINFER',
      'kv-cache-dtype': 'fp8',
    },
    lengths: { inputTokens: 256, outputTokens: 64 },
    file: fileOf({ ...seqs, ...tokens, ...backends, ...cacheTypes }, [
      'p95 ttft <= 600 ms',
      'mean tpot <= 40 ms',
    ]),
    crashes: () => false,
    noise: usualNoise,
    startS: 60,
  },
  {
    name: 'held out: five flags',
    preset: 'a100-llama-8b',
    defaults: { ...usual, 'max-num-seqs': 24, 'max-num-batched-tokens': 512 },
    lengths: { inputTokens: 384, outputTokens: 96 },
    file: fileOf({ ...seqs, ...tokens, ...backends, ...cacheTypes, ...utilizations }, [
      'p95 ttft <= 1200 ms',
      'mean tpot <= 40 ms',
    ]),
    crashes: (flags) =>
      (figure(flags, 'gpu-memory-utilization', 0.92) > 0.92 &&
        figure(flags, 'max-num-batched-tokens', 512) >= 4096) ||
      (flags['attention-backend'] === 'FLASHINFER' &&
        flags['kv-cache-dtype'] === 'fp8' &&
        figure(flags, 'max-num-seqs', 24) >= 192),
    noise: usualNoise,
    startS: 60,
    isHeldOut: true,
  },
]

export function fileOf(
  flags: Readonly<Record<string, unknown>>,
  limits: readonly string[],
  objective = 'request-rate',
): Readonly<Record<string, unknown>> {
  return { flags, limits, objective, 'seconds-per-run': 10, budget: { 'gpu-minutes': 1 } }
}

/** With a budget of these minutes on one GPU. */
export function planOf(scenario: Scenario, gpuMinutes: number, seed: number): SweepPlan {
  const file: TuneFile = readTuneFile(scenario.file, ownFlagIndex())
  const plan = tunePlan(
    { ...file, budget: { gpuMinutes, runs: null, minutes: null } },
    { flags: scenario.defaults, gpus: 1, gpusThere: scenario.gpus ?? 1, served: null },
  )
  return { ...plan, config: { ...plan.config, seed } }
}

export function figure(flags: Flags, name: string, usual: number): number {
  const value = flags[name]
  return typeof value === 'number' ? value : usual
}

const backendSpeeds: Readonly<Record<string, number>> = { FLASHINFER: 1.06, TRITON_ATTN: 0.85 }

function backendSpeed(flags: Flags): number {
  const backend = flags['attention-backend']
  return typeof backend === 'string' ? (backendSpeeds[backend] ?? 1) : 1
}

/** A server as it runs, of which there are several equal ones. */
export type Running = Readonly<{
  deployment: Deployment
  replicas: number
  sharedTokens: number
  speculation: Speculation | null
}>

/** The share of its speed that these flags leave a preset, as the rules of the scenario have it. */
export function speedOf({ speed = backendSpeed }: Scenario, flags: Flags): number {
  return speed(flags)
}

/** What these flags make of the preset, at this share of its speed. */
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
  // More than any load here fills only costs time to simulate.
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
