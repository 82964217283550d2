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

type Address = (server: Server, baseUrl: string, host: Host) => string

/** Each throws where the host cannot see it. */
const addresses: Readonly<Record<Server['spec']['kind'], Address>> = {
  simulator: (_server, baseUrl, host) => onlyHere(baseUrl, host),
  attached: (_server, baseUrl, host) =>
    isLoopback(new URL(baseUrl).hostname) ? onlyHere(baseUrl, host) : baseUrl,
  launched: ({ spec, launch, name }, _baseUrl, host) => {
    if (spec.kind !== 'launched' || launch === null || spec.hostId !== host.id) {
      throw notThere(`"${name}" was launched on another host.`, 'Choose that one, or none.')
    }
    const { profile, port } = launch.launch
    if (profile.job === null) return placeUrl({ address: profile.address, port })
    throw notThere(
      `"${name}" is a job: it runs on a node, and ${host.name} is where jobs are submitted.`,
      'Measure from this computer; login nodes are not for load.',
    )
  },
}

export function loadPlace(
  { server, baseUrl, on }: Readonly<{ server: Server; baseUrl: string; on: string | null }>,
  hosts: Hosts,
): LoadPlace {
  if (on === null) return { baseUrl, runLoad: null }
  const host = hosts.list().find(({ id, name }) => id === on || name === on)
  if (host === undefined) throw notThere(`There is no host "${on}".`, 'Add it under Hosts first.')
  return {
    baseUrl: addresses[server.spec.kind](server, baseUrl, host),
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

function onlyHere(baseUrl: string, host: Host): string {
  if (host.id === localHostId) return baseUrl
  throw notThere(
    `${baseUrl} is an address of this computer, which ${host.name} cannot reach.`,
    `Attach the server by an address that ${host.name} knows, or measure from this computer.`,
  )
}

function isLoopback(hostname: string): boolean {
  return /^(127\.|\[::1\]$|localhost$)/.test(hostname)
}

function notThere(message: string, remedy: string): AppError {
  return new AppError('invalid-input', message, { field: 'on', remedy })
}
