// Problems of a host's docker for a launch: unusable, without the image, or without access to GPUs.
import { message, remedied, type Text } from '#core/messages/message.ts'
import type { ContainerFacts, HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { findFailure } from '../log/find-failure.ts'
import { isSecretVariable } from '../secret-flags.ts'
import { containerCall, isDetached } from './container-call.ts'
import { findingsOf, type LaunchRule, type ServeFinding } from './launch-plan.ts'

type Situation = Readonly<{
  image: string
  options: readonly string[]
  container: ContainerFacts
  facts: HostFacts
}>

const gib = (mebibytes: number) => (mebibytes / 1024).toFixed(1)

/** Layers are stored unpacked, which takes about twice the space. */
const unpacking = 2

const rules: readonly Omit<LaunchRule<Situation>, 'flag'>[] = [
  {
    broken: ({ container }) => container.problem !== null,
    says: ({ container }) => ({
      message: message('common.sentence', { text: explained(container.problem).title }),
      remedy: explained(container.problem).remedy,
    }),
  },
  {
    broken: ({ container }) => isRefused(container),
    says: ({ image, container }) => ({
      message: message('launch.imageMissing', { image }),
      remedy: explained(container.registryProblem).remedy,
    }),
  },
  {
    severity: 'warning',
    broken: ({ container }) => container.registryProblem !== null && !isRefused(container),
    says: ({ image }) => remedied('launch.imageUnchecked', { image }),
  },
  {
    severity: 'warning',
    broken: ({ container }) => isPulled(container) && !lacksRoom(container),
    says: ({ image, container: { downloadMiB } }) => ({
      message:
        downloadMiB === null
          ? message('launch.imagePull', { image })
          : message('launch.imagePullSize', { image, size: gib(downloadMiB) }),
      remedy: message('launch.imagePull.remedy'),
    }),
  },
  {
    broken: ({ container }) => lacksRoom(container),
    says: ({ image, container: { downloadMiB, freeMiB } }) =>
      remedied('launch.imageSpace', {
        image,
        size: gib((downloadMiB ?? 0) * unpacking),
        free: gib(freeMiB ?? 0),
      }),
  },
  {
    severity: 'warning',
    broken: ({ container, facts }) =>
      container.problem === null && facts.gpus.length > 0 && !container.canGiveGpus,
    says: () => ({
      message: message('launch.dockerWithoutGpus'),
      remedy: message('failures.dockerGpus.remedy'),
    }),
  },
]

const lifetimeRules: readonly Omit<LaunchRule<Pick<Situation, 'options'>>, 'flag'>[] = [
  {
    broken: ({ options }) => options.some(isDetached),
    says: () => remedied('launch.detach'),
  },
  {
    broken: ({ options }) => options.some((word) => /^--restart\b/.test(word)),
    says: () => remedied('launch.restart'),
  },
]

const secretRules: typeof lifetimeRules = [
  {
    broken: ({ options }) => shownSecrets(options).length > 0,
    says: ({ options }) =>
      remedied('launch.secretsInOptions', { names: shownSecrets(options).join(', ') }),
  },
]

export function containerFindings(
  { runtime }: LaunchProfile,
  container: ContainerFacts | null,
  facts: HostFacts,
): ServeFinding[] {
  if (runtime.kind === 'command') {
    const call = containerCall(runtime.words)
    if (!call?.hasLabels) return []
    const options = runtime.words.slice(call.optionsAt)
    return findingsOf(ofDocker(lifetimeRules), { options })
  }
  if (runtime.kind !== 'docker' || container === null) return []
  return findingsOf(ofDocker([...rules, ...lifetimeRules, ...secretRules]), {
    ...runtime,
    container,
    facts,
  })
}

function ofDocker<Rule>(each: readonly Rule[]) {
  return each.map((rule) => ({ ...rule, flag: 'docker' }))
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

/** Values in `--env NAME=value`; a name alone takes its value from docker's own environment. */
function shownSecrets(options: readonly string[]): string[] {
  return options
    .map((word) => /^(?:--env=|-e)?([A-Za-z_]\w*)=./.exec(word)?.[1] ?? '')
    .filter((name) => name !== '' && isSecretVariable(name))
}
