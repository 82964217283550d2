// The group of servers that a profile requests, if any, and the rules of one server applied to each.
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import type { Launch, RunLaunch } from '#core/model/launch.ts'
import type { FlagIndex } from '../flag-index.ts'
import * as features from './features.ts'
import { checkLaunch, gpusOf } from './check-launch.ts'
import type { GroupLaunch, GroupPlace, LaunchGroup } from './launch-group.ts'
import {
  type LaunchSurroundings,
  numberSet,
  parallelSize,
  type ServeFinding,
} from './launch-plan.ts'

const launches = Object.values<GroupLaunch>(features)

/** Null for a single server. A place is needed only for ports that are used. */
export function groupOf(
  profile: LaunchProfile,
  place: GroupPlace = { port: profile.port ?? 1 },
): LaunchGroup | null {
  for (const launch of launches) {
    const group = launch.groupOf(profile, place)
    if (group !== null) return group
  }
  return null
}

/** Settings of a profile from flags of features. */
export function groupSettings(flags: object, flagIndex: FlagIndex): object {
  return Object.assign(
    {},
    ...launches.map((launch) => launch.settingsOf(flags, flagIndex)),
  ) as object
}

/** Instances as stored with a run; empty for a single server. */
export function runInstances({ profile }: Launch): Pick<RunLaunch, 'instances'> {
  const instances = groupOf(profile)?.instances.map(({ name, pool, profile: plan }) => {
    const slots = numberSet(plan, 'max-num-seqs')
    // Each data parallel rank has its own slots.
    return { name, pool, slots: slots === null ? null : slots * parallelSize(plan, 'data') }
  })
  return instances === undefined ? {} : { instances }
}

/** Checks each instance of a group with its own GPUs, and merges equal findings. */
export function launchFindings(
  profile: LaunchProfile,
  facts: HostFacts | null,
  surroundings: Omit<LaunchSurroundings, 'gpus'>,
): ServeFinding[] {
  const servers = groupOf(profile)?.instances.map((instance) => instance.profile) ?? [profile]
  const findings = servers.flatMap((server) => {
    const gpus = facts === null || server.job !== null ? null : gpusOf(facts, server.gpus)
    return checkLaunch({ config: spreadConfig(server), surroundings: { ...surroundings, gpus } })
  })
  const said = findings.map((finding) => JSON.stringify(finding))
  return findings.filter((_, index) => said.indexOf(said[index] ?? '') === index)
}

/** Adds the flag for several nodes, which not every version has. */
function spreadConfig({ config, job }: LaunchProfile): LaunchProfile['config'] {
  if (job === null || job.nodes === 1) return config
  return { ...config, flags: { ...config.flags, nnodes: job.nodes } }
}

/** Names all GPUs, because instances share them. */
export function withGroupGpus(profile: LaunchProfile, facts: HostFacts): LaunchProfile {
  const isOpen = profile.gpus === null && facts.gpus.length > 0 && groupOf(profile) !== null
  return isOpen ? { ...profile, gpus: facts.gpus.map(({ index }) => String(index)) } : profile
}

/** Undefined if the text is not a command line. */
export function firstWord(command: string): string | undefined {
  try {
    return splitShellText(command)[0]
  } catch {
    return undefined
  }
}
