// Server of a tuning: its model, flags and GPUs.
import type { LaunchProfile, ServeFlagValue } from '#core/model/launch-profile.ts'
import type { Server, SimulatorPreset } from '#core/model/server.ts'
import { simulatedFlags } from '#core/model/simulated-flags.ts'
import type { Tune } from '#core/model/sweep.ts'
import { workerCount } from '#core/vllm/launch/launch-plan.ts'

export type TunedServer = Readonly<{
  served: NonNullable<Tune['served']>
  /** Known values of flags that its profile does not set. */
  flags: Readonly<Record<string, ServeFlagValue>>
  gpus: number
  /** Number of GPUs that a setting may use; null if unknown. */
  gpusThere: number | null
  /** Flags that a simulator supports; null for a real server. */
  simulated: readonly string[] | null
  /** Duration of a start; null if unknown. */
  startS: number | null
  /** Runtime of vLLM on the host; null for a simulator. */
  runtime: LaunchProfile['runtime'] | null
}>

/** Null for a server that is unknown, or whose flags cannot be set. */
export function tunedServerOf(
  spec: Server['spec'],
  presets: readonly SimulatorPreset[],
): TunedServer | null {
  if (spec.kind === 'attached') return null
  if (spec.kind === 'launched') return tunedLaunch(spec.profile)
  const preset = presets.find(({ id }) => id === spec.preset)
  if (preset === undefined) return null
  const { gpuCount, maxNumSeqs, maxNumBatchedTokens } = preset
  const usual = {
    'max-num-seqs': maxNumSeqs,
    'max-num-batched-tokens': maxNumBatchedTokens,
    'tensor-parallel-size': gpuCount,
  }
  const flags = spec.flags ?? {}
  return {
    served: { model: preset.model, flags, rawArguments: [] },
    flags: { ...usual, ...flags },
    ...{ gpus: gpuCount, gpusThere: gpuCount },
    ...{ simulated: simulatedFlags, startS: spec.startupS, runtime: null },
  }
}

export function tunedLaunch({ config, gpus, runtime }: LaunchProfile): TunedServer {
  return {
    served: config,
    flags: config.flags,
    gpus: gpus?.length ?? workerCount({ config }),
    gpusThere: gpus?.length ?? null,
    ...{ simulated: null, startS: null, runtime },
  }
}
