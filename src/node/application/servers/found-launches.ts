// Launches that a host still knows, from any user's list: finds what kept running unobserved.
import type { FoundLaunch } from '#core/model/launch.ts'
import type { LaunchedSpec, Server } from '#core/model/server.ts'
import { appError } from '#core/model/app-error.ts'
import type { Servers } from './servers.ts'
import { launcherOn, type LaunchTools } from './launching.ts'

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

/** Into the list, and watched from here on. */
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
