// What a host's docker has against a launch: whether it can be used, has the image, hands out GPUs.
import type { ContainerFacts } from '#core/model/host/container-facts.ts'
import type { HostFacts } from '#core/model/host/host-facts.ts'
import type { LaunchProfile } from '#core/model/server/launch-profile.ts'
import { findFailure } from '../failures/find-failure.ts'
import { isSecretVariable } from '../flags/secret-flags.ts'
import type { ServeFinding } from './serve-rule.ts'

type Situation = Readonly<{
  image: string
  options: readonly string[]
  container: ContainerFacts
  facts: HostFacts
}>

type ContainerRule = Readonly<{
  severity: ServeFinding['severity']
  broken: (situation: Situation) => boolean
  message: (situation: Situation) => string
  remedy: (situation: Situation) => string
}>

const gib = (mebibytes: number) => `${(mebibytes / 1024).toFixed(1)} GiB`

/** Layers are kept unpacked, which takes about twice the room. */
const unpacking = 2

const rules: readonly ContainerRule[] = [
  {
    severity: 'error',
    broken: ({ container }) => container.problem !== null,
    message: ({ container }) => `${explained(container.problem).title}.`,
    remedy: ({ container }) => explained(container.problem).remedy,
  },
  {
    severity: 'error',
    broken: ({ container }) => isRefused(container),
    message: ({ image }) =>
      `The image ${image} is not on this host, and its registry has none for us.`,
    remedy: ({ container }) => explained(container.registryProblem).remedy,
  },
  {
    severity: 'warning',
    broken: ({ container }) => container.registryProblem !== null && !isRefused(container),
    message: ({ image }) =>
      `The image ${image} is not on this host, and its registry could not be asked.`,
    remedy: () =>
      'Go on if docker over there may reach it; else bring it: docker save IMAGE | ssh HOST docker load.',
  },
  {
    severity: 'warning',
    broken: ({ container }) => isPulled(container) && !lacksRoom(container),
    message: ({ image, container: { downloadMiB } }) =>
      downloadMiB === null
        ? `The image ${image} has to be pulled first.`
        : `The image ${image} has to be pulled first: ${gib(downloadMiB)}.`,
    remedy: () => 'Go on: the launch waits for it, up to its longest start.',
  },
  {
    severity: 'error',
    broken: ({ container }) => lacksRoom(container),
    message: ({ image, container: { downloadMiB, freeMiB } }) =>
      `The image ${image} takes about ${gib((downloadMiB ?? 0) * unpacking)}, and ${gib(freeMiB ?? 0)} are free where docker keeps images.`,
    remedy: () => 'Free space, as docker image prune does, or move the data of docker.',
  },
  {
    severity: 'warning',
    broken: ({ container, facts }) =>
      container.problem === null && facts.gpus.length > 0 && !container.canGiveGpus,
    message: () => 'Docker on this host does not seem to know how to hand out GPUs.',
    remedy: () =>
      'Install nvidia-container-toolkit, run sudo nvidia-ctk runtime configure --runtime=docker, and restart docker.',
  },
  {
    severity: 'error',
    broken: ({ options }) => options.some((word) => /^(-d|--detach(=true)?)$/.test(word)),
    message: () => 'A container that detaches could not be watched.',
    remedy: () => 'Take --detach out: it runs on without us all the same.',
  },
  {
    severity: 'error',
    broken: ({ options }) => options.some((word) => /^--restart\b/.test(word)),
    message: () => 'A container that docker starts again would come back after it was stopped.',
    remedy: () => 'Take --restart out.',
  },
  {
    severity: 'error',
    broken: ({ options }) => shownSecrets(options).length > 0,
    message: ({ options }) =>
      `Everybody on the host could read ${shownSecrets(options).join(', ')} among the arguments of docker.`,
    remedy: () => 'Take it out of the options, and give it as a secret.',
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
      ...{ flag: 'docker', severity },
      ...{ message: message(situation), remedy: remedy(situation) },
    }))
}

function explained(said: string | null) {
  const words = said ?? ''
  const usual = {
    title: `Docker cannot be used: ${words}`,
    remedy: 'Try docker version over there.',
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
