// Servers on hosts that keep running when the program ends: lists them, and stops them on request before it ends.
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#core/model/app-error.ts'
import { localHostId } from '#core/model/host.ts'
import type { Server } from '#core/model/server.ts'
import type { Hosts } from './hosts.ts'
import type { Servers } from './servers.ts'

export type OutlivingServer = Readonly<{
  id: string
  name: string
  /** Null for this computer. */
  hostName: string | null
  /** Its name on the host; null while it is starting. */
  launchId: string | null
}>

export type UnstoppedServer = OutlivingServer & Readonly<{ why: string }>

type ServerTools = Readonly<{ servers: Pick<Servers, 'runningOnHosts' | 'stop'>; hosts: Hosts }>

export function outlivingServers({ servers, hosts }: ServerTools): OutlivingServer[] {
  return servers.runningOnHosts().map(({ id, name, spec }) => ({
    id,
    name,
    launchId: spec.launchId,
    hostName: spec.hostId === localHostId ? null : hosts.host(spec.hostId).name,
  }))
}

/** A server may take half a minute to stop, and its host any time to respond; quitting must not wait forever. */
const patienceMs = 90_000

/** Stops all servers at once. Returns those that did not stop, with the reasons. */
export async function stopServers(
  { servers }: Pick<ServerTools, 'servers'>,
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

/** Returns null, or the reason why it did not stop. */
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
