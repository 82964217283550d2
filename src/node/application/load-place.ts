// Where the load of a benchmark comes from: this computer, or a host over SSH, and what the server's address is there.
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { localHostId, type Host } from '#core/model/host/host.ts'
import type { Server } from '#core/model/server/server.ts'
import type { LoadPlace } from '#node/runs/ready-server.ts'
import { placeUrl } from '#node/remote/launch/reach-server.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { prepareRemoteLoad } from '#node/remote/load/prepare-remote-load.ts'
import type { Hosts } from './hosts/hosts.ts'

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
      throw notThere(message('hosts.otherHost', { name }), message('hosts.otherHost.remedy'))
    }
    if (spec.profile.job === null) return
    throw notThere(
      message('hosts.jobHost', { name, host: host.name }),
      message('hosts.jobHost.remedy'),
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
  throw notThere(message('hosts.unknownName', { id: on }), message('hosts.unknownName.remedy'))
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
      await prepareRemoteLoad(hosts.machine(host.id), { onSent, signal })
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
    message('hosts.localOnly', { url: what, host: host.name }),
    message('hosts.localOnly.remedy', { host: host.name }),
  )
}

function isLoopback(hostname: string): boolean {
  return /^(127\.|\[::1\]$|localhost$)/.test(hostname)
}

function notThere(problem: Text, remedy: Text): AppError {
  return new AppError('invalid-input', problem, { field: 'on', remedy })
}
