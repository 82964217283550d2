// Calls about launch profiles, and about launches that hosts still know.
import { profileApi } from '#contract/host-api.ts'
import { handlers } from '../handlers.ts'
import { importServeCommand } from '#core/vllm/import-serve-command.ts'
import { ownCatalogue, ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import type { ProfileChecks } from './profile-checks.ts'
import { type Profiles, readConfigFile, writeConfigFile } from './profiles.ts'
import type { FoundLaunch } from '#core/model/launch.ts'
import type { LaunchedSpec, Server } from '#core/model/server.ts'
import { appError } from '#core/model/app-error.ts'
import type { Servers } from './servers.ts'
import { launcherOn, type LaunchTools } from './launching.ts'

export type ProfileTools = Readonly<{ profiles: Profiles; checks: ProfileChecks }>

export function profileRoutes({ profiles, checks }: ProfileTools) {
  return handlers(profileApi, {
    list: () => profiles.list(),
    save: (input) => profiles.save(input.id, input.profile),
    clone: (input) => profiles.clone(input.id, input.name),
    remove: (input) => profiles.remove(input.id),
    compare: (input) => profiles.compare(input.firstId, input.secondId),
    preview: (input) => checks.preview(input.profile, input.hostId),
    preflight: (input) => checks.preflight(input.profile, input.hostId),
    catalogue: () => ownCatalogue(),
    installedFlags: (input) => checks.installedFlags(input.hostId, input.runtime),
    importCommand: (input) => importServeCommand(input.text, ownFlagIndex()),
    importFile: (input) => readConfigFile(input.text),
    exportFile: (input) => writeConfigFile(input.profile),
  })
}

/** Newest first. Connects to the host. */
export async function foundLaunches(
  hostId: string,
  servers: Servers,
  tools: LaunchTools,
): Promise<FoundLaunch[]> {
  await tools.hosts.connect(hostId)
  const launcher = launcherOn(hostId, tools)
  const launches = await launcher.list()
  return Promise.all(
    launches.map(async (launch) => ({
      launch,
      status: await launcher.status(launch.id),
      serverId: servers.list().find((server) => isOf(server, hostId, launch.id))?.id ?? null,
    })),
  )
}

/** Adds a launch to the list of servers and starts to watch it. */
export async function adoptLaunch(
  { hostId, launchId }: Readonly<{ hostId: string; launchId: string }>,
  servers: Servers,
  tools: LaunchTools,
): Promise<Server> {
  const found = await foundLaunches(hostId, servers, tools)
  const wanted = found.find(({ launch }) => launch.id === launchId)
  if (wanted === undefined) {
    throw appError('not-found', 'launch.unknownLaunch', { id: launchId })
  }
  const known = servers.list().find(({ id }) => id === wanted.serverId)
  if (known !== undefined) return known
  const { profile } = wanted.launch
  const spec: LaunchedSpec = { kind: 'launched', hostId, profile, launchId }
  return servers.adopt(spec)
}

function isOf({ spec }: Server, hostId: string, launchId: string): boolean {
  return spec.kind === 'launched' && spec.hostId === hostId && spec.launchId === launchId
}
