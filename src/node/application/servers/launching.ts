// Launches a server: inspects the host, validates the profile against it, submits the server.
import { AppError } from '#core/model/app-error.ts'
import type { Launch } from '#core/model/launch.ts'
import type { LaunchProfile } from '#core/model/launch-profile.ts'
import { separateSecrets } from '#core/vllm/launch/separate-secrets.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { Launcher } from '#node/remote/launch/launcher.ts'
import { hostLauncher } from '#node/remote/launch/host-launcher.ts'
import type { Hosts } from './hosts.ts'
import type { ProfileChecks } from './profile-checks.ts'

export type LaunchTools = Readonly<{ hosts: Hosts; checks: ProfileChecks }>

export type LaunchAsked = Readonly<{
  hostId: string
  profile: LaunchProfile
  /** Secrets, by name of environment variable. */
  secrets: Readonly<Record<string, string>>
}>

/** Separates the profile, which may be stored, from its secrets, which must not be. */
export function separated({ profile: given, secrets }: LaunchAsked) {
  const { profile, secrets: found } = separateSecrets(given, ownFlagIndex())
  return { profile, secrets: { ...found, ...secrets } }
}

export function launcherOn(hostId: string, { hosts }: LaunchTools): Launcher {
  return hostLauncher(hosts.machine(hostId))
}

/** Submits a launch. Rejects an impossible one before anything is copied to the host. */
export async function submit(
  { hostId, profile: given, secrets }: LaunchAsked,
  tools: LaunchTools,
): Promise<Launch> {
  const checked = await tools.checks.check(given, hostId)
  const error = checked.findings.find(({ severity }) => severity === 'error')
  if (error !== undefined) {
    const { flag: field, message, remedy } = error
    throw new AppError('launch-failed', message, { field, remedy })
  }
  return launcherOn(hostId, tools).submit({ ...checked, secrets, flagIndex: ownFlagIndex() })
}

/** Variable that vLLM reads its key from; requests must carry the same key. */
export const apiKeyVariable = 'VLLM_API_KEY'
