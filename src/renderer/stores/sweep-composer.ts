// The sweep being composed: what was written, what it amounts to, and starting it.
import type { SweepPreview } from '#contract/sweep-api.ts'
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import {
  readSweep,
  writtenSweepSchema,
  type WrittenSweep,
} from '../components/sweep/written-sweep.ts'
import { useServers } from './servers.ts'
import { stored } from './stored.ts'
import { useSweeps } from './sweeps.ts'

const nothing: Omit<SweepPreview, 'problems'> = {
  points: 0,
  requests: null,
  estimatedDurationS: null,
  measuringS: null,
  warmingUpS: 0,
  coolingDownS: 0,
  serverStarts: 0,
  startingServersS: null,
  cost: null,
}

/** Long enough not to ask at every key. */
const previewDelayMs = 250

export const useSweepComposer = defineStore('sweep-composer', () => {
  const client = useClient()
  const servers = useServers()
  const sweeps = useSweeps()
  const kept = stored('kneepoint.sweep', writtenSweepSchema, localStorage)

  const written = shallowRef<WrittenSweep>(kept.read())
  const preview = shallowRef<SweepPreview | null>(null)

  const reading = computed(() => readSweep(written.value))
  /** The chosen server while it is there, else the first that is ready. */
  const server = computed(
    () => servers.byId.get(written.value.serverId ?? '') ?? servers.ready[0] ?? null,
  )
  const serverIsReady = computed(() => server.value?.state.state === 'ready')
  const problems = computed(() => [
    ...reading.value.workloadProblems,
    ...(preview.value?.problems ?? []),
  ])

  function write(part: Partial<WrittenSweep>): void {
    written.value = { ...written.value, ...part }
    kept.write(written.value)
  }

  async function readPreview(plan: SweepPlan): Promise<void> {
    const serverIds = server.value === null ? [] : [server.value.id]
    const answer = await client.sweeps
      .preview({ serverIds, plan })
      .catch((error: unknown): SweepPreview => {
        const { message, field } = callError(error)
        return { ...nothing, problems: [{ field, message }] }
      })
    // Only the answer about what is still written counts.
    if (reading.value.plan === plan) preview.value = answer
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    [() => reading.value.plan, serverIsReady],
    ([plan]) => {
      clearTimeout(timer)
      preview.value = null
      if (plan !== null) timer = setTimeout(() => void readPreview(plan), previewDelayMs)
    },
    { immediate: true },
  )

  /** Starts what is written; a view only offers it when nothing is wrong. */
  async function start(): Promise<Sweep> {
    const { plan } = reading.value
    if (plan === null || server.value === null) throw new Error('nothing can be started yet')
    const sweep = await sweeps.start([server.value.id], plan)
    write({ name: '' })
    return sweep
  }

  return { written, write, reading, server, serverIsReady, preview, problems, start }
})
