// Where the load of a benchmark comes from: this computer, or a host over SSH, and what the server's address is there.
import { AppError } from '#core/model/app-error.ts'
import { localHostId, type Host } from '#core/model/host.ts'
import type { Server } from '#core/model/server.ts'
import type { PrepareHost } from '#node/experiment/benchmark.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { placeUrl } from '#node/remote/launch/reach-server.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { prepareFarLoad } from '#node/remote/load/prepare-far-load.ts'
import type { Hosts } from './hosts/hosts.ts'

export type LoadPlace = Readonly<{
  /** As the one who sends sees it. */
  baseUrl: string
  /** Null sends from here. */
  runLoad: LoadRunner | null
  prepareHost?: PrepareHost
}>

type Placed = Readonly<{ server: Server; host: Host }>

/** Known before a server is up; each throws where the host cannot see it. */
const visibilities: Readonly<Record<Server['spec']['kind'], (placed: Placed) => void>> = {
  simulator: ({ server, host }) => requireHere(`"${server.name}"`, host),
  attached({ server: { spec }, host }) {
    if (spec.kind !== 'attached' || !isLoopback(new URL(spec.baseUrl).hostname)) return
    requireHere(spec.baseUrl, host)
  },
  launched({ server: { spec, name }, host }) {
    if (spec.kind !== 'launched') return
    if (spec.hostId !== host.id) {
      throw notThere(`"${name}" was launched on another host.`, 'Choose that one, or none.')
    }
    if (spec.profile.job === null) return
    throw notThere(
      `"${name}" is a job: it runs on a node, and ${host.name} is where jobs are submitted.`,
      'Measure from this computer; login nodes are not for load.',
    )
  },
}

/** Throws where it is known already that the load cannot come from there. */
export function requireVisible(server: Server, host: Host): void {
  visibilities[server.spec.kind]({ server, host })
}

/** By id or name; throws where there is no such host. */
export function loadHost(on: string, hosts: Hosts): Host {
  const host = hosts.list().find(({ id, name }) => id === on || name === on)
  if (host !== undefined) return host
  throw notThere(`There is no host "${on}".`, 'Add it under Hosts first.')
}

export function loadPlace(
  { server, baseUrl, on }: Readonly<{ server: Server; baseUrl: string; on: string | null }>,
  hosts: Hosts,
): LoadPlace {
  if (on === null) return { baseUrl, runLoad: null }
  const host = loadHost(on, hosts)
  requireVisible(server, host)
  return {
    baseUrl: addressThere(server, baseUrl),
    async prepareHost(onSent, signal) {
      await hosts.connect(host.id)
      await prepareFarLoad(hosts.machine(host.id), { onSent, signal })
    },
    async runLoad(...load) {
      await hosts.connect(host.id)
      return createHostLoadRunner(hosts.machine(host.id))(...load)
    },
  }
}

function addressThere({ launch }: Server, baseUrl: string): string {
  if (launch === null) return baseUrl
  const { profile, port } = launch.launch
  return placeUrl({ address: profile.address, port })
}

function requireHere(what: string, host: Host): void {
  if (host.id === localHostId) return
  throw notThere(
    `${what} is on this computer only, and ${host.name} cannot reach it.`,
    `Attach the server by an address that ${host.name} knows, or measure from this computer.`,
  )
}

function isLoopback(hostname: string): boolean {
  return /^(127\.|\[::1\]$|localhost$)/.test(hostname)
}

function notThere(message: string, remedy: string): AppError {
  return new AppError('invalid-input', message, { field: 'on', remedy })
}
