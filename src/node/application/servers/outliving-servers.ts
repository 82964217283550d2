// Servers on hosts, which run on when the program ends: which they are, and ending them before it does.
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#core/model/app-error.ts'
import { localHostId } from '#core/model/host/host.ts'
import type { Server } from '#core/model/server/server.ts'
import type { Hosts } from '../hosts/hosts.ts'
import type { Servers } from './servers.ts'

export type OutlivingServer = Readonly<{
  id: string
  name: string
  /** Null for this computer. */
  hostName: string | null
  /** What it is called over there; null while it is on its way. */
  launchId: string | null
}>

export type UnstoppedServer = OutlivingServer & Readonly<{ why: string }>

type Kept = Readonly<{ servers: Pick<Servers, 'runningOnHosts' | 'stop'>; hosts: Hosts }>

export function outlivingServers({ servers, hosts }: Kept): OutlivingServer[] {
  return servers.runningOnHosts().map(({ id, name, spec }) => ({
    id,
    name,
    launchId: spec.launchId,
    hostName: spec.hostId === localHostId ? null : hosts.host(spec.hostId).name,
  }))
}

/** A server may take half a minute to end, and its host any time to respond; quitting does not wait for ever. */
const patienceMs = 90_000

/** All at once. Those that did not end, each with why. */
export async function stopServers(
  { servers }: Pick<Kept, 'servers'>,
  asked: readonly OutlivingServer[],
  longestMs = patienceMs,
): Promise<UnstoppedServer[]> {
  const outcomes = await Promise.all(
    asked.map(async (server) => {
      const why = await stopped(servers.stop(server.id), longestMs)
      return why === null ? [] : [{ ...server, why }]
    }),
  )
  return outcomes.flat()
}

/** Null, or why it is not. */
async function stopped(stopping: Promise<Server>, longestMs: number): Promise<string | null> {
  const patience = new AbortController()
  const tooLong = delay(longestMs, `It did not end within ${longestMs / 1000} s.`, {
    signal: patience.signal,
  })
  const end = stopping.then(() => null, messageOf)
  try {
    return await Promise.race([end, tooLong])
  } finally {
    tooLong.catch(() => undefined)
    patience.abort()
  }
}
