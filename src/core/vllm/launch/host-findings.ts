// Problems of the host itself for a launch.
import { message, remedied, type Text } from '#core/messages/message.ts'
import type { HostFacts, ProgramProblem } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { powerCapName } from '../flag-index.ts'
import { groupOf } from './launched-group.ts'
import { gpusMissing, nodesOfJob, ownedOption, workersUneven } from './job-state.ts'
import { findingsOf, isMigDevice, type LaunchRule, type ServeFinding } from './launch-plan.ts'
import { hostProblem, isLoopback } from '#core/backends/server-address.ts'

type HostSituation = Readonly<{
  profile: LaunchProfile
  facts: HostFacts
  isPortTaken: boolean
  /** Whether sbatch is available; checked for jobs only. */
  canSubmit: boolean
  isModelThere: boolean
  /** Null if the host can start the program of the launch. */
  program: ProgramProblem | null
}>

/** Below the size of the smallest models usually served. */
const littleSpaceMiB = 5 * 1024

const programTexts = {
  missing: 'launch.noProgram',
  'not-executable': 'launch.notExecutable',
  'no-interpreter': 'launch.noInterpreter',
  'no-vllm': 'launch.noVllm',
} as const

/** A warning for a job, because its nodes may have a program that the login node lacks. */
function programRule(severity: ServeFinding['severity']): LaunchRule<HostSituation> {
  return {
    flag: 'runtime',
    severity,
    broken: ({ program, profile }) =>
      program !== null && (profile.job === null) === (severity === 'error'),
    says({ program, facts }) {
      const { kind = 'missing', program: name = '' } = program ?? {}
      const usual = remedied(programTexts[kind], { program: name })
      const found = facts.installations.map(({ place }) => place).join(', ')
      return found === '' ? usual : { ...usual, remedy: message('launch.installed', { found }) }
    },
  }
}

const rules: readonly LaunchRule<HostSituation>[] = [
  programRule('error'),
  programRule('warning'),
  {
    flag: 'port',
    broken: ({ profile, isPortTaken }) => isPortTaken && profile.job === null,
    says: ({ profile }) => remedied('launch.portTaken', { port: profile.port }),
  },
  {
    flag: 'gpus',
    broken: ({ profile, facts }) => profile.job === null && missingGpus(profile, facts).length > 0,
    says: ({ profile, facts }) => {
      const usual = remedied('launch.noSuchGpu', { list: missingGpus(profile, facts).join(', ') })
      return facts.gpuProblem === null ? usual : { ...usual, remedy: facts.gpuProblem }
    },
  },
  {
    flag: 'gpus',
    severity: 'warning',
    broken: ({ profile, facts }) =>
      profile.job === null && facts.gpus.length === 0 && missingGpus(profile, facts).length === 0,
    says: ({ facts }) =>
      remedied('launch.noGpu', { problem: facts.gpuProblem ?? message('launch.noGpuListed') }),
  },
  {
    flag: 'model',
    broken: ({ profile, isModelThere }) => !isModelThere && isPath(profile.config.model),
    says: ({ profile }) => remedied('launch.noModel', { path: profile.config.model }),
  },
  {
    flag: 'model',
    severity: 'warning',
    broken: ({ profile, isModelThere, facts }) =>
      !isModelThere &&
      !isPath(profile.config.model) &&
      (facts.modelCache.freeMiB ?? Infinity) < littleSpaceMiB,
    says: ({ facts }) => ({
      message: message('launch.downloadSpace', {
        free: facts.modelCache.freeMiB ?? 0,
        path: facts.modelCache.path,
      }),
      remedy: message('failures.diskFull.remedy'),
    }),
  },
  {
    flag: 'job',
    broken: ({ profile, canSubmit }) => profile.job !== null && !canSubmit,
    says: () => remedied('launch.noSlurm'),
  },
  {
    flag: 'gpus',
    broken: ({ profile }) => profile.job !== null && profile.gpus !== null,
    says: () => remedied('launch.gpusOfJob'),
  },
  {
    flag: 'job',
    broken: ({ profile }) => nodesOfJob(profile) !== null,
    says: ({ profile }) =>
      remedied('launch.otherNodes', {
        nodes: profile.job?.nodes ?? 1,
        asked: nodesOfJob(profile) ?? '',
      }),
  },
  {
    flag: powerCapName,
    broken: ({ profile }) => capsSeveral(profile),
    says: () => remedied('launch.powerCapOfOne'),
  },
  stated('nodes', workersUneven, message('launch.unevenNodes.remedy')),
  {
    flag: 'nodes',
    broken: ({ profile }) => spansNodes(profile) && ownRankFlags(profile).length > 0,
    says: ({ profile }) =>
      remedied('launch.ownRank', {
        flags: ownRankFlags(profile)
          .map((n) => `--${n}`)
          .join(', '),
      }),
  },
  {
    flag: 'runtime',
    broken: ({ profile }) => spansNodes(profile) && profile.runtime.kind === 'docker',
    says: () => remedied('launch.nodesInContainers'),
  },
  stated('host', problemOfAddress, message('launch.badValue.remedy')),
  stated('job', ownedOption, message('launch.ownedOption.remedy')),
  stated('job', gpusMissing, message('launch.jobGpus.remedy')),
  {
    flag: 'host',
    broken: ({ profile }) => profile.job !== null && isLoopback(profile.address),
    says: ({ profile }) => remedied('launch.jobAddress', { address: profile.address }),
  },
  {
    flag: 'host',
    severity: 'warning',
    broken: ({ profile }) =>
      !isLoopback(profile.address) && !profile.secretNames.includes('VLLM_API_KEY'),
    says: ({ profile }) => remedied('launch.openServer', { address: profile.address }),
  },
]

/** Rule from a problem that `problemOf` finds in a profile; null if there is none. */
function stated(
  flag: string,
  problemOf: (profile: LaunchProfile) => Text | null,
  remedy: Text,
): LaunchRule<HostSituation> {
  return {
    flag,
    broken: ({ profile }) => problemOf(profile) !== null,
    says: ({ profile }) => ({ message: problemOf(profile) ?? '', remedy }),
  }
}

export function hostFindings(situation: HostSituation): ServeFinding[] {
  return findingsOf(rules, situation)
}

function missingGpus({ gpus }: LaunchProfile, facts: HostFacts): string[] {
  const known = new Set(facts.gpus.flatMap(({ index, uuid }) => [String(index), uuid]))
  return (gpus ?? []).filter((gpu) => !known.has(gpu) && !isMigDevice(gpu))
}

function capsSeveral(profile: LaunchProfile): boolean {
  const group = groupOf(profile)
  const servers = group?.instances.map((instance) => instance.profile) ?? [profile]
  const isCapped = servers.some(({ config }) => powerCapName in config.flags)
  return isCapped && (group !== null || spansNodes(profile))
}

function problemOfAddress({ address }: LaunchProfile): Text | null {
  const problem = hostProblem(address)
  return (
    problem &&
    message('common.sentence', { text: message('common.of', { name: '--host', text: problem }) })
  )
}

function spansNodes({ job }: LaunchProfile): boolean {
  return job !== null && job.nodes > 1
}

/** Flags that differ between nodes. */
function ownRankFlags({ config }: LaunchProfile): string[] {
  return ['node-rank', 'master-addr', 'headless'].filter((name) => config.flags[name] !== undefined)
}

function isPath(model: string): boolean {
  return /^[/~.]/.test(model)
}
