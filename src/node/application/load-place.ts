// Origin of a benchmark's load: this computer, or hosts over SSH; and the server's address as seen from there.
import { appError, AppError } from '#core/model/app-error.ts'
import { localHostId, type Host } from '#core/model/host.ts'
import { featureSender, isAllocated, isSentByJob, loadHostNames } from '#core/flags/load-senders.ts'
import type { SenderTraits } from '#core/flags/sender-traits.ts'
import { isLoopback } from '#core/backends/server-address.ts'
import type { Server } from '#core/model/server.ts'
import type { LoadPlace } from '#node/runs/ready-server.ts'
import { placeUrl } from '#node/remote/launch/reach-server.ts'
import type { LoadSender, SenderSettings } from '#node/remote/load/sender-kind.ts'
import type { Hosts } from './servers/hosts.ts'

const ofOn = { field: 'on' }

type LoadOrigin = Readonly<{ server: Server; host: Host; isJob: boolean }>

/** Checks that need no running server; each throws if the host cannot reach the server. */
const visibilities: Readonly<Record<Server['spec']['kind'], (placed: LoadOrigin) => void>> = {
  simulator: ({ server, host }) => requireHere(`"${server.name}"`, host),
  attached({ server: { spec }, host }) {
    if (spec.kind !== 'attached' || !isLoopback(new URL(spec.baseUrl).hostname)) return
    requireHere(spec.baseUrl, host)
  },
  launched({ server: { spec, name }, host, isJob }) {
    if (spec.kind !== 'launched') return
    if (spec.hostId !== host.id) {
      throw appError('invalid-input', 'hosts.otherHost', { name }, ofOn)
    }
    if (spec.profile.job === null && isJob) {
      throw appError('invalid-input', 'hosts.notForJobs', { name, host: host.name }, ofOn)
    }
    if ((spec.profile.job !== null) === isJob) return
    throw appError('invalid-input', 'hosts.jobHost', { name, host: host.name }, ofOn)
  },
}

/** Returns the hosts of `on`. Throws if they certainly cannot send the load. */
export function requireVisible(server: Server, on: string | null, hosts: Hosts): readonly Host[] {
  const sender = featureSender(on)
  if (sender !== null) requireOutside(server, sender)
  const senders = loadHosts(on, hosts)
  for (const host of senders) {
    visibilities[server.spec.kind]({ server, host, isJob: isSentByJob(on) })
  }
  return senders
}

/** Throws for addresses that only this computer or one host can reach. */
function requireOutside({ name, spec, launch }: Server, sender: SenderTraits): void {
  const url = spec.kind === 'attached' ? spec.baseUrl : launch && addressOf(launch)
  if (spec.kind !== 'simulator' && (url === null || !isLoopback(new URL(url).hostname))) return
  const here = sender.serverHere?.(url ?? `"${name}"`)
  if (here === undefined) return
  throw new AppError('invalid-input', here.message, { ...ofOn, remedy: here.remedy })
}

/** Finds a host by id or name; throws if there is none. */
export function loadHost(on: string, hosts: Hosts): Host {
  const host = hosts.list().find(({ id, name }) => id === on || name === on)
  if (host !== undefined) return host
  throw appError('invalid-input', 'hosts.unknownName', { id: on }, ofOn)
}

/** Finds the host of each name; throws if there is none, or if two names are one host. */
export function loadHosts(on: string | null, hosts: Hosts): readonly Host[] {
  const named = loadHostNames(on).map((name) => loadHost(name, hosts))
  const twice = named.find(({ id }, place) => named.findIndex((each) => each.id === id) !== place)
  if (twice === undefined) return named
  throw appError('invalid-input', 'hosts.namedTwice', { host: twice.name }, ofOn)
}

type LoadRequest = Readonly<{
  server: Server
  baseUrl: string
  /** Address of a job's server for other nodes of its cluster. */
  clusterUrl: string | null
  sender: SenderSettings
}>

export function loadPlace(
  { server, baseUrl, clusterUrl, sender }: LoadRequest,
  hosts: Hosts,
): LoadPlace {
  if (sender.on === null) return { baseUrl, runLoad: null }
  const senders = requireVisible(server, sender.on, hosts)
  async function sending(): Promise<LoadSender> {
    const machines = senders.map(async ({ id }) => {
      await hosts.connect(id)
      return hosts.machine(id)
    })
    return hosts.senders.open(await Promise.all(machines), sender)
  }
  return {
    baseUrl: clusterUrl ?? addressThere(server, baseUrl),
    prepareHost: async (report, signal) => (await sending()).prepareHost(report, signal),
    ...(isAllocated(sender.on) && {
      allocate: async (...asked) => (await sending()).allocate?.(...asked),
    }),
    runLoad: async (...load) => (await sending()).runLoad(...load),
  }
}

function addressThere({ launch }: Server, baseUrl: string): string {
  return launch === null ? baseUrl : addressOf(launch)
}

function addressOf({ launch: { profile, port } }: NonNullable<Server['launch']>): string {
  return placeUrl({ address: profile.address, port })
}

function requireHere(what: string, host: Host): void {
  if (host.id === localHostId) return
  throw appError('invalid-input', 'hosts.localOnly', { url: what, host: host.name }, ofOn)
}
