// Starts the servers of a sweep file: uses those in the list, or adds and starts new ones.
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { closestWord } from '#core/base/closest-word.ts'
import { localHostId } from '#core/model/host.ts'
import { isLoopback } from '#core/backends/server-address.ts'
import type { Server } from '#core/model/server.ts'
import type { SweepFileServer } from '#core/model/sweep.ts'
import { findServer, hostIdOf, profileOf, type KnownPlaces } from '../sweeps/file-servers.ts'
import { type Client, type News, untilNews } from './client-of.ts'

/** Receives progress, and ends the wait. */
export type Follower = Readonly<{ note(text: Text): void; interrupted: AbortSignal }>

type Tools = Readonly<{ client: Client; news: News; terminal: Follower }>

/** Ids in the order of the file. The sweep itself starts servers that it can launch, because it knows their flags. */
export async function bringUp(
  wanted: readonly SweepFileServer[],
  tools: Tools,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const server of wanted) {
    const places = await placesOf(tools.client)
    const found = (await launchedAt(server, places, tools)) ?? findServer(server, places)
    const { id, spec } = found ?? (await add(server, places, tools))
    if (isReached(server)) await connect(id, tools)
    else if (found === null && spec.kind !== 'launched') await untilReady(id, tools)
    ids.push(id)
  }
  return ids
}

/** True for a server known only by its address, which a sweep cannot start. */
function isReached({ kind }: SweepFileServer): boolean {
  return kind === 'attached'
}

/** If an address of this computer is our own launch, adds that launch, because its GPUs and its log are known. */
async function launchedAt(
  server: SweepFileServer,
  { servers }: KnownPlaces,
  { client }: Tools,
): Promise<Server | null> {
  if (server.kind !== 'attached') return null
  const { hostname, port } = new URL(server.spec.baseUrl)
  if (!isLoopback(hostname)) return null
  const launches = await client.servers.found({ hostId: localHostId }).catch(() => [])
  const found = launches.find(
    ({ launch, status }) =>
      launch.port === Number(port) && launch.profile.job === null && status.isServerAlive,
  )
  if (found === undefined) return null
  const launchId = found.launch.id
  const known = servers.find(({ spec }) => spec.kind === 'launched' && spec.launchId === launchId)
  return known ?? client.servers.adopt({ hostId: localHostId, launchId })
}

export async function placesOf(client: Client): Promise<KnownPlaces> {
  const [servers, hosts, profiles] = await Promise.all([
    client.servers.list(),
    client.hosts.list(),
    client.profiles.list(),
  ])
  return { servers, hosts, profiles }
}

async function add(
  server: SweepFileServer,
  places: KnownPlaces,
  { client }: Tools,
): Promise<Server> {
  switch (server.kind) {
    case 'known':
      throw notKnown('cli.noSuchServer', server.name, places.servers)
    case 'attached':
      return client.servers.attach({ ...server, apiKey: process.env['OPENAI_API_KEY'] || null })
    case 'simulator':
      return client.servers.startSimulator(server)
    case 'launched':
      return client.servers.launch({ ...launchOf(server, places), starts: false })
  }
}

async function connect(id: string, tools: Tools): Promise<void> {
  await tools.client.servers.start({ id })
  await untilReady(id, tools)
}

function launchOf(
  { name, host, profile: named }: Extract<SweepFileServer, { kind: 'launched' }>,
  places: KnownPlaces,
) {
  const hostId = hostIdOf(host, places)
  if (hostId === null) throw notKnown('cli.noSuchHost', host, places.hosts)
  const profile = profileOf(named, places)
  if (profile === null) {
    const known = places.profiles.map((stored) => stored.profile)
    throw notKnown('cli.noSuchProfile', typeof named === 'string' ? named : named.name, known)
  }
  const secrets = profile.secretNames.flatMap((variable) => {
    const value = process.env[variable]
    return value === undefined ? [] : [[variable, value] as const]
  })
  return { name, hostId, profile, secrets: Object.fromEntries(secrets) }
}

function notKnown(
  what: 'cli.noSuchServer' | 'cli.noSuchHost' | 'cli.noSuchProfile',
  name: string,
  known: readonly Readonly<{ name: string }>[],
): AppError {
  const names = known.map((one) => one.name)
  const closest = closestWord(name, names)
  const remedy =
    closest === null
      ? message('cli.thereAreNamed', { names: names.join(', ') || message('cli.none') })
      : message('cli.didYouMean', { name: closest })
  return new AppError('not-found', message(what, { name }), { remedy })
}

/** Prints each phase of the start once. */
export async function untilReady(id: string, { client, news, terminal }: Tools): Promise<void> {
  const { interrupted, note } = terminal
  let reported = ''
  function look({ name, state }: Server): boolean {
    if (state.state === 'failed' || state.state === 'detached') throw notReady(name, state)
    if (state.state === 'starting') {
      const phase = message('cli.startPhase', { name, phase: state.phase })
      if (inEnglish(phase) !== reported) note(phase)
      reported = inEnglish(phase)
    }
    return state.state === 'ready'
  }
  for (;;) {
    // Subtle: subscribes before it reads the state, so that no change is missed.
    const changed = untilNews(
      news,
      (event) => event.type === 'server' && event.server.id === id,
      interrupted,
    )
    const server = (await client.servers.list()).find((one) => one.id === id)
    if (server !== undefined && look(server)) return
    if (interrupted.aborted) throw new AppError('cancelled', message('cli.sweepGivenUp'))
    await changed
  }
}

function notReady(
  name: string,
  { message: why, remedy }: Readonly<{ message: Text; remedy: Text | null }>,
): AppError {
  return new AppError('server-unreachable', message('cli.notReady', { name, why }), {
    ...(remedy !== null && { remedy }),
  })
}
