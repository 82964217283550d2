// The servers that requests can be sent to, with the newest lines of their logs.
import type { FoundLaunch } from '#core/model/launch.ts'
import type { Server, SimulatorPreset, SimulatorSpec } from '#core/model/server.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { useClient } from '../api/client.ts'
import { useAppEvents, useListed } from './app-events.ts'
import { appendLines } from './bounded-lists.ts'

export const useServers = defineStore('servers', () => {
  const client = useClient()
  const events = useAppEvents()
  const logs = shallowReactive(new Map<string, readonly string[]>())
  const presets = shallowRef<readonly SimulatorPreset[]>([])
  const { byId, loaded, put } = useListed('server', async () => {
    const [servers, knownPresets] = await Promise.all([
      client.servers.list(),
      client.servers.presets(),
    ])
    presets.value = knownPresets
    logs.clear()
    return servers
  })

  /** Stopped servers are last, newest first. */
  const list = computed(() => {
    const byAge = [...byId.values()].sort((a, b) => a.createdAtEpochMs - b.createdAtEpochMs)
    const isStopped = ({ state }: Server) => state.state === 'stopped'
    return [
      ...byAge.filter((server) => !isStopped(server)),
      ...byAge.filter(isStopped).toReversed(),
    ]
  })
  /** Whether it is certain that there is none. */
  const isEmpty = computed(() => loaded.value && byId.size === 0)
  const ready = computed(() => list.value.filter(({ state }) => state.state === 'ready'))

  events.on('server-removed', ({ id }) => logs.delete(id))
  events.on('server-log', ({ id, lines }) => {
    const known = logs.get(id)
    if (known !== undefined) logs.set(id, appendLines(known, lines))
  })

  /** Fetches the log of a server, which events then update. */
  async function readLog(id: string): Promise<void> {
    if (logs.has(id)) return
    logs.set(id, [])
    logs.set(id, await client.servers.log({ id }))
  }

  async function startSimulator(name: string | null, spec: SimulatorSpec): Promise<Server> {
    return put(await client.servers.startSimulator({ name, spec }))
  }

  async function attach(wanted: {
    name: string | null
    baseUrl: string
    gpuCount: number | undefined
    gpuMetricsUrl?: string[] | undefined
    gpuMetricsGpus?: string[] | undefined
    apiKey: string | null
  }): Promise<Server> {
    const { name, apiKey, ...spec } = wanted
    return put(await client.servers.attach({ name, spec: { kind: 'attached', ...spec }, apiKey }))
  }

  async function found(hostId: string): Promise<readonly FoundLaunch[]> {
    return await client.servers.found({ hostId })
  }

  async function adopt(hostId: string, launchId: string): Promise<Server> {
    return put(await client.servers.adopt({ hostId, launchId }))
  }

  async function start(id: string): Promise<void> {
    put(await client.servers.start({ id }))
  }

  async function stop(id: string): Promise<void> {
    put(await client.servers.stop({ id }))
  }

  async function rename(id: string, name: string): Promise<void> {
    put(await client.servers.rename({ id, name }))
  }

  async function resetCaches(id: string): Promise<void> {
    await client.servers.resetCaches({ id })
  }

  async function profile(id: string, on: boolean): Promise<void> {
    await client.servers.profile({ id, on })
  }

  /** A server left running can be added to the list again. */
  async function remove(id: string, leavesRunning = false): Promise<void> {
    await client.servers.remove({ id, leavesRunning })
    byId.delete(id)
  }

  return {
    byId,
    list,
    isEmpty,
    ready,
    presets,
    logs,
    loaded,
    readLog,
    startSimulator,
    attach,
    found,
    adopt,
    start,
    stop,
    rename,
    resetCaches,
    profile,
    remove,
  }
})
