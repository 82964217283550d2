// Problems of a host's docker with a launch: whether it can be used, has the image, gives access to GPUs.
import { message, type Text } from '#core/messages/message.ts'
import type { ContainerFacts, HostFacts } from '#core/model/host/host-facts.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { findFailure } from '../failures/find-failure.ts'
import { isSecretVariable } from '../flags/secret-flags.ts'
import type { ServeFinding } from './launch-plan.ts'

type Situation = Readonly<{
  image: string
  options: readonly string[]
  container: ContainerFacts
  facts: HostFacts
}>

type ContainerRule = Readonly<{
  severity: ServeFinding['severity']
  broken: (situation: Situation) => boolean
  message: (situation: Situation) => Text
  remedy: (situation: Situation) => Text
}>

const gib = (mebibytes: number) => (mebibytes / 1024).toFixed(1)

/** Layers are kept unpacked, which takes about twice the room. */
const unpacking = 2

const rules: readonly ContainerRule[] = [
  {
    severity: 'error',
    broken: ({ container }) => container.problem !== null,
    message: ({ container }) =>
      message('common.sentence', { text: explained(container.problem).title }),
    remedy: ({ container }) => explained(container.problem).remedy,
  },
  {
    severity: 'error',
    broken: ({ container }) => isRefused(container),
    message: ({ image }) => message('launch.imageMissing', { image }),
    remedy: ({ container }) => explained(container.registryProblem).remedy,
  },
  {
    severity: 'warning',
    broken: ({ container }) => container.registryProblem !== null && !isRefused(container),
    message: ({ image }) => message('launch.imageUnchecked', { image }),
    remedy: () => message('launch.imageUnchecked.remedy'),
  },
  {
    severity: 'warning',
    broken: ({ container }) => isPulled(container) && !lacksRoom(container),
    message: ({ image, container: { downloadMiB } }) =>
      downloadMiB === null
        ? message('launch.imagePull', { image })
        : message('launch.imagePullSize', { image, size: gib(downloadMiB) }),
    remedy: () => message('launch.imagePull.remedy'),
  },
  {
    severity: 'error',
    broken: ({ container }) => lacksRoom(container),
    message: ({ image, container: { downloadMiB, freeMiB } }) =>
      message('launch.imageSpace', {
        image,
        size: gib((downloadMiB ?? 0) * unpacking),
        free: gib(freeMiB ?? 0),
      }),
    remedy: () => message('launch.imageSpace.remedy'),
  },
  {
    severity: 'warning',
    broken: ({ container, facts }) =>
      container.problem === null && facts.gpus.length > 0 && !container.canGiveGpus,
    message: () => message('launch.dockerWithoutGpus'),
    remedy: () => message('failures.dockerGpus.remedy'),
  },
  {
    severity: 'error',
    broken: ({ options }) => options.some((word) => /^(-d|--detach(=true)?)$/.test(word)),
    message: () => message('launch.detach'),
    remedy: () => message('launch.detach.remedy'),
  },
  {
    severity: 'error',
    broken: ({ options }) => options.some((word) => /^--restart\b/.test(word)),
    message: () => message('launch.restart'),
    remedy: () => message('launch.restart.remedy'),
  },
  {
    severity: 'error',
    broken: ({ options }) => shownSecrets(options).length > 0,
    message: ({ options }) =>
      message('launch.secretsInOptions', { names: shownSecrets(options).join(', ') }),
    remedy: () => message('launch.secretsInOptions.remedy'),
  },
]

export function containerFindings(
  { runtime }: LaunchProfile,
  container: ContainerFacts | null,
  facts: HostFacts,
): ServeFinding[] {
  if (runtime.kind !== 'docker' || container === null) return []
  const situation = { ...runtime, container, facts }
  return rules
    .filter(({ broken }) => broken(situation))
    .map(({ severity, message, remedy }) => ({
      flag: 'docker',
      severity,
      message: message(situation),
      remedy: remedy(situation),
    }))
}

function explained(said: string | null): Readonly<{ title: Text; remedy: Text }> {
  const words = said ?? ''
  const usual = {
    title: message('launch.dockerFails', { words }),
    remedy: message('launch.dockerFails.remedy'),
  }
  return findFailure(words.split('\n')) ?? usual
}

function isPulled({ problem, isImageThere, registryProblem }: ContainerFacts): boolean {
  return problem === null && !isImageThere && registryProblem === null
}

const refusals = new Set(['image-missing', 'image-platform'])

function isRefused({ registryProblem }: ContainerFacts): boolean {
  const known = registryProblem === null ? null : findFailure(registryProblem.split('\n'))
  return known !== null && refusals.has(known.id)
}

function lacksRoom(container: ContainerFacts): boolean {
  const { downloadMiB, freeMiB } = container
  if (!isPulled(container) || downloadMiB === null || freeMiB === null) return false
  return freeMiB < downloadMiB * unpacking
}

/** Values that stand in `--env NAME=value`; a name alone is taken from docker's own environment. */
function shownSecrets(options: readonly string[]): string[] {
  return options
    .map((word) => /^(?:--env=|-e)?([A-Za-z_]\w*)=./.exec(word)?.[1] ?? '')
    .filter((name) => name !== '' && isSecretVariable(name))
}
