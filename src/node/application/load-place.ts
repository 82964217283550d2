// Where the load of a benchmark comes from: this computer, or hosts over SSH, and what the server's address is there.
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { localHostId, type Host } from '#core/model/host/host.ts'
import { isLoopback } from '#core/model/host/is-loopback.ts'
import { loadHostNames } from '#core/model/host/load-hosts.ts'
import type { Server } from '#core/model/server/server.ts'
import type { LoadPlace, LoadSender } from '#node/runs/ready-server.ts'
import { placeUrl } from '#node/remote/launch/reach-server.ts'
import { createHostLoadRunner } from '#node/remote/load/host-load-runner.ts'
import { prepareHosts } from '#node/remote/load/prepare-hosts.ts'
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

/** Of each name; throws where there is no such host, or where two names are one host. */
export function loadHosts(on: string | null, hosts: Hosts): readonly Host[] {
  const named = loadHostNames(on).map((name) => loadHost(name, hosts))
  const twice = named.find(({ id }, place) => named.findIndex((each) => each.id === id) !== place)
  if (twice === undefined) return named
  throw notThere(
    message('hosts.namedTwice', { host: twice.name }),
    message('hosts.namedTwice.remedy'),
  )
}

export function loadPlace(
  { server, baseUrl, sender }: Readonly<{ server: Server; baseUrl: string; sender: LoadSender }>,
  hosts: Hosts,
): LoadPlace {
  if (sender.on === null) return { baseUrl, runLoad: null }
  const senders = loadHosts(sender.on, hosts)
  for (const host of senders) requireVisible(server, host)
  const connected = () =>
    Promise.all(
      senders.map(async ({ id }) => {
        await hosts.connect(id)
        return hosts.machine(id)
      }),
    )
  return {
    baseUrl: addressThere(server, baseUrl),
    async prepareHost(onSent, signal) {
      await prepareHosts(await connected(), onSent, signal)
    },
    async runLoad(...load) {
      const allowsClockSkew = sender.allowClockSkew
      return createHostLoadRunner(await connected(), { allowsClockSkew })(...load)
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

function notThere(problem: Text, remedy: Text): AppError {
  return new AppError('invalid-input', problem, { field: 'on', remedy })
}
