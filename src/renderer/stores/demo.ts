// Runs the demonstration: starts or reuses a simulator, then sweeps it. Continues if the user leaves the start page.
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { demoPlan, demoSimulator } from '#core/sweep/demo-sweep.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { callError } from '../api/call-error.ts'
import { demoServer, demoSweep } from './demo-choice.ts'
import { useServers } from './servers.ts'
import { useSweeps } from './sweeps.ts'

export const useDemo = defineStore('demo', () => {
  const servers = useServers()
  const sweeps = useSweeps()
  const serverId = shallowRef<string | null>(null)
  const error = shallowRef<AppError | null>(null)
  const running = shallowRef<Promise<Sweep | null> | null>(null)

  const busy = computed(() => running.value !== null)
  /** The simulator being started. */
  const server = computed(() =>
    serverId.value === null ? null : (servers.byId.get(serverId.value) ?? null),
  )

  /** Resolves with its sweep once it has begun, or with null if it failed; a second call joins the first. */
  function run(name: string): Promise<Sweep | null> {
    running.value ??= begin(name).finally(() => (running.value = null))
    return running.value
  }

  async function begin(name: string): Promise<Sweep | null> {
    error.value = null
    try {
      return demoSweep(sweeps.list) ?? (await sweepReady(name))
    } catch (thrown) {
      error.value = callError(thrown)
      return null
    } finally {
      serverId.value = null
    }
  }

  async function sweepReady(name: string): Promise<Sweep> {
    const { id } = await startServer()
    serverId.value = id
    await untilReady(id)
    return await sweeps.start([id], demoPlan(name))
  }

  async function startServer(): Promise<Server> {
    const found = demoServer(servers.list)
    if (found === null) return await servers.startSimulator(null, demoSimulator)
    if (['stopped', 'failed'].includes(found.state.state)) await servers.start(found.id)
    return found
  }

  async function untilReady(id: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const stop = watch(
        () => servers.byId.get(id)?.state,
        (state) => {
          if (state?.state === 'starting') return
          queueMicrotask(() => stop())
          if (state?.state === 'ready') resolve()
          else reject(notReady(state))
        },
        { immediate: true },
      )
    })
  }

  return { busy, server, error, run }
})

function notReady(state: Server['state'] | undefined): AppError {
  if (state?.state !== 'failed') return appError('process-ended', 'servers.demoStopped')
  return new AppError('process-ended', state.message, {
    remedy: state.remedy ?? message('servers.demoStopped.remedy'),
  })
}
