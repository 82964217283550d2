// What a host itself has against a launch.
import { inEnglish } from '#core/messages/message.ts'
import type { HostFacts } from '#core/model/host/host-facts.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { gpusMissing, nodesOfJob } from '../slurm/job-size.ts'
import type { ServeFinding } from './serve-rule.ts'

export type HostSituation = Readonly<{
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
  message: (situation: HostSituation) => string
  remedy: string
}>

/** Less than the smallest models people serve. */
const littleSpaceMiB = 5 * 1024

const rules: readonly HostRule[] = [
  {
    flag: 'port',
    severity: 'error',
    broken: ({ profile, isPortTaken }) => isPortTaken && profile.job === null,
    message: ({ profile }) => `Somebody already listens at port ${profile.port}.`,
    remedy: 'Choose another one, or none to take a free one.',
  },
  {
    flag: 'gpus',
    severity: 'error',
    broken: ({ profile, facts }) =>
      profile.job === null && missingGpus(profile, facts).length > 0 && facts.gpus.length > 0,
    message: ({ profile, facts }) =>
      `There is no GPU ${missingGpus(profile, facts).join(', ')} on this host.`,
    remedy: '`kneepoint host facts` lists its GPUs.',
  },
  {
    flag: 'gpus',
    severity: 'warning',
    broken: ({ profile, facts }) => profile.job === null && facts.gpus.length === 0,
    message: ({ facts }) =>
      `No GPU was found: ${inEnglish(facts.gpuProblem ?? 'nvidia-smi shows none.')}`,
    remedy: 'Go on if this vLLM needs none.',
  },
  {
    flag: 'model',
    severity: 'error',
    broken: ({ profile, isModelThere }) => !isModelThere && isPath(profile.config.model),
    message: ({ profile }) => `There is no model at ${profile.config.model} on this host.`,
    remedy: 'Check the path: the folder has to hold a config.json.',
  },
  {
    flag: 'model',
    severity: 'warning',
    broken: ({ profile, isModelThere, facts }) =>
      !isModelThere &&
      !isPath(profile.config.model) &&
      (facts.modelCache.freeMiB ?? Infinity) < littleSpaceMiB,
    message: ({ facts }) =>
      `The model has to be downloaded, and only ${facts.modelCache.freeMiB} MiB are free at ${facts.modelCache.path}.`,
    remedy: 'Free space, or set HF_HOME to a larger disk.',
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile, canSubmit }) => profile.job !== null && !canSubmit,
    message: () => 'Jobs cannot be submitted on this host: there is no sbatch.',
    remedy: 'Choose the login node of a cluster run by Slurm, or launch without a job.',
  },
  {
    flag: 'gpus',
    severity: 'error',
    broken: ({ profile }) => profile.job !== null && profile.gpus !== null,
    message: () => 'GPUs of a job are given by Slurm, which counts them anew.',
    remedy: 'Choose none here, and ask for as many as are needed by "GPUs per node".',
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile }) => nodesOfJob(profile) !== null,
    message: ({ profile }) =>
      `A job runs on one node here; this one is to run on ${nodesOfJob(profile)}.`,
    remedy:
      'Take --nodes and --nnodes out, and choose sizes that one node has GPUs for; a server over several nodes is ' +
      'started by a script of your own, and attached by its address.',
  },
  {
    flag: 'job',
    severity: 'error',
    broken: ({ profile }) => gpusMissing(profile) !== null,
    message: ({ profile }) => gpusMissing(profile) ?? '',
    remedy: 'Ask for as many GPUs per node as tensor × pipeline × data parallel need.',
  },
  {
    flag: 'host',
    severity: 'error',
    broken: ({ profile }) => profile.job !== null && isLoopback(profile.address),
    message: ({ profile }) =>
      `A job runs on another machine, where ${profile.address} cannot be reached from here.`,
    remedy: 'Listen on 0.0.0.0, and give VLLM_API_KEY as a secret: other users reach the node too.',
  },
  {
    flag: 'host',
    severity: 'warning',
    broken: ({ profile }) =>
      !isLoopback(profile.address) && !profile.secretNames.includes('VLLM_API_KEY'),
    message: ({ profile }) =>
      `Everybody who reaches ${profile.address} may use the server: it asks for no key.`,
    remedy: 'Listen on 127.0.0.1, or give VLLM_API_KEY as a secret.',
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
