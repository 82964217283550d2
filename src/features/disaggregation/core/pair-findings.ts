// Problems that prevent a prefill/decode pair from starting, found before anything is copied to its host.
import { message, remedied } from '#core/messages/message.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { type PoolKind, poolKinds } from '#core/model/pool-kind.ts'
import { findingsOf, type LaunchRule, type ServeFinding } from '#core/vllm/launch/launch-plan.ts'
import type { Disaggregation } from './flags.ts'
import { gpusOfPair, poolConfig } from './pool-instances.ts'
import { missingPlaceholders, unknownPlaceholders } from './router-command.ts'

type PairSituation = Readonly<{
  profile: LaunchProfile
  pair: Disaggregation
  facts: HostFacts
  /** First word of its command; null if the host has that program. */
  missingRouter: string | null
}>

/** The transferred KV cache must have the same format on both sides. */
const sameInBoth = ['block-size', 'kv-cache-dtype', 'dtype', 'quantization', 'max-model-len']

const rules: readonly LaunchRule<PairSituation>[] = [
  {
    flag: 'job',
    broken: ({ profile }) => profile.job !== null,
    says: () => remedied('launch.pairAsJob'),
  },
  {
    flag: 'runtime',
    broken: ({ profile }) => profile.runtime.kind === 'docker',
    says: () => remedied('launch.pairInContainers'),
  },
  {
    flag: 'gpus',
    broken: (situation) => gpusOfPair(situation.profile) > gpusSeen(situation),
    says: (situation) =>
      remedied('launch.pairGpus', {
        prefill: situation.pair.prefill.instances,
        decode: situation.pair.decode.instances,
        wanted: gpusOfPair(situation.profile),
        seen: gpusSeen(situation),
      }),
  },
  {
    flag: 'disaggregation',
    broken: ({ profile }) => differingFlag(profile) !== null,
    says: ({ profile }) => {
      const flag = differingFlag(profile) ?? ''
      const [prefill, decode] = poolKinds.map(
        (pool) => flagText(profile, pool, flag) ?? message('launch.usualValue'),
      )
      return remedied('launch.poolsDiffer', { flag, prefill, decode })
    },
  },
  {
    flag: 'router',
    broken: ({ pair }) => missingPlaceholders(pair.router).length > 0,
    says: ({ pair }) =>
      remedied('launch.routerPlaceholders', {
        missing: missingPlaceholders(pair.router).join(', '),
        example: '--prefill {prefill-url} --decode {decode-url} --port {port}',
      }),
  },
  {
    flag: 'router',
    broken: ({ pair }) => unknownPlaceholders(pair.router).length > 0,
    says: ({ pair }) =>
      remedied('launch.routerUnknown', { names: unknownPlaceholders(pair.router).join(', ') }),
  },
  {
    flag: 'router',
    broken: ({ missingRouter }) => missingRouter !== null,
    says: ({ missingRouter }) => remedied('launch.noRouter', { program: missingRouter ?? '' }),
  },
]

export function pairFindings(situation: PairSituation): ServeFinding[] {
  return findingsOf(rules, situation)
}

/** A host without nvidia-smi may have GPUs of another vendor. */
function gpusSeen({ profile, facts }: PairSituation): number {
  return profile.gpus?.length ?? (facts.gpus.length || Number.POSITIVE_INFINITY)
}

function differingFlag(profile: LaunchProfile): string | null {
  const differs = (flag: string) =>
    flagText(profile, 'prefill', flag) !== flagText(profile, 'decode', flag)
  return sameInBoth.find(differs) ?? null
}

function flagText(profile: LaunchProfile, pool: PoolKind, flag: string): string | null {
  const value = poolConfig(profile, pool).flags[flag]
  return value === undefined ? null : JSON.stringify(value)
}
