// Applies the rules for one server to a profile that starts several processes: instances of both pools, or nodes.
import type { HostFacts } from '#core/model/host-facts.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import { checkLaunch, gpusOf } from './check-launch.ts'
import type { LaunchSurroundings, ServeFinding } from './launch-plan.ts'
import { instancesOf } from './pool-instances.ts'

/** Checks each instance of a pair with its own GPUs, and merges equal findings. */
export function launchFindings(
  profile: LaunchProfile,
  facts: HostFacts | null,
  surroundings: Omit<LaunchSurroundings, 'gpus'>,
): ServeFinding[] {
  const servers =
    profile.disaggregation === null
      ? [profile]
      : instancesOf(profile, { port: profile.port ?? 1 }).map((instance) => instance.profile)
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
export function withPairGpus(profile: LaunchProfile, facts: HostFacts): LaunchProfile {
  const isOpen = profile.disaggregation !== null && profile.gpus === null && facts.gpus.length > 0
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
