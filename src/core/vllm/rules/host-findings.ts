// What a host itself has against a launch.
import { message, type Text } from '#core/messages/message.ts'
import type { HostFacts } from '#core/model/host/host-facts.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { gpusMissing, nodesOfJob } from '../slurm/job-state.ts'
import type { ServeFinding } from './launch-plan.ts'

type HostSituation = Readonly<{
  profile: LaunchProfile
  facts: HostFacts
  isPortTaken: boolean
  /** Whether sbatch is there; asked for jobs only. */
  canSubmit: boolean
  isModelThere: boolean
}>

type HostRule = Readonly<{
  flag: string
  severity: ServeFinding['severity']
  broken: (situation: HostSituation) => boolean
  message: (situation: HostSituation) => Text
  remedy: Text
}>

/** Less than the smallest models people serve. */
const littleSpaceMiB = 5 * 1024

const rules: readonly HostRule[] = [
  {
    flag: 'port',
    severity: 'error',
    broken: ({ profile, isPortTaken }) => isPortTaken && profile.job === null,
    message: ({ profile }) => message('launch.portTaken', { port: profile.port }),
    remedy: message('launch.portTaken.remedy'),
  },
  {
    flag: 'gpus',
    severity: 'error',
    broken: ({ profile, facts }) =>
      profile.job === null && missingGpus(profile, facts).length > 0 && facts.gpus.length > 0,
    message: ({ profile, facts }) =>
      message('launch.noSuchGpu', { list: missingGpus(profile, facts).join(', ') }),
    remedy: message('launch.noSuchGpu.remedy'),
  },
  {
    flag: 'gpus',
    severity: 'warning',
    broken: ({ profile, facts }) => profile.job === null && facts.gpus.length === 0,
    message: ({ facts }) =>
      message('launch.noGpu', { problem: facts.gpuProblem ?? message('launch.noGpuListed') }),
    remedy: message('launch.noGpu.remedy'),
  },
  {
    flag: 'model',
    severity: 'error',
    broken: ({ profile, isModelThere }) => !isModelThere && isPath(profile.config.model),
    message: ({ profile }) => message('launch.noModel', { path: profile.config.model }),
    remedy: message('launch.noModel.remedy'),
  },
  {
    flag: 'model',
    severity: 'warning',
    broken: ({ profile, isModelThere, facts }) =>
      !isModelThere &&
      !isPath(profile.config.model) &&
      (facts.modelCache.freeMiB ?? Infinity) < littleSpaceMiB,
    message: ({ facts }) =>
      message('launch.downloadSpace', {
        free: facts.modelCache.freeMiB ?? 0,
        path: facts.modelCache.path,
      }),
    remedy: message('failures.diskFull.remedy'),
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile, canSubmit }) => profile.job !== null && !canSubmit,
    message: () => message('launch.noSlurm'),
    remedy: message('launch.noSlurm.remedy'),
  },
  {
    flag: 'gpus',
    severity: 'error',
    broken: ({ profile }) => profile.job !== null && profile.gpus !== null,
    message: () => message('launch.gpusOfJob'),
    remedy: message('launch.gpusOfJob.remedy'),
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile }) => nodesOfJob(profile) !== null,
    message: ({ profile }) => message('launch.severalNodes', { nodes: nodesOfJob(profile) ?? '' }),
    remedy: message('launch.severalNodes.remedy'),
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile }) => gpusMissing(profile) !== null,
    message: ({ profile }) => gpusMissing(profile) ?? '',
    remedy: message('launch.jobGpus.remedy'),
  },
  {
    flag: 'host',
    severity: 'error',
    broken: ({ profile }) => profile.job !== null && isLoopback(profile.address),
    message: ({ profile }) => message('launch.jobAddress', { address: profile.address }),
    remedy: message('launch.jobAddress.remedy'),
  },
  {
    flag: 'host',
    severity: 'warning',
    broken: ({ profile }) =>
      !isLoopback(profile.address) && !profile.secretNames.includes('VLLM_API_KEY'),
    message: ({ profile }) => message('launch.openServer', { address: profile.address }),
    remedy: message('launch.openServer.remedy'),
  },
]

export function hostFindings(situation: HostSituation): ServeFinding[] {
  return rules
    .filter(({ broken }) => broken(situation))
    .map(({ flag, severity, message, remedy }) => ({
      flag,
      severity,
      message: message(situation),
      remedy,
    }))
}

function missingGpus({ gpus }: LaunchProfile, facts: HostFacts): string[] {
  const known = new Set(facts.gpus.flatMap(({ index, uuid }) => [String(index), uuid]))
  return (gpus ?? []).filter((gpu) => !known.has(gpu))
}

function isLoopback(address: string): boolean {
  return /^(127\.|::1$|localhost$)/.test(address)
}

function isPath(model: string): boolean {
  return /^[/~.]/.test(model)
}
