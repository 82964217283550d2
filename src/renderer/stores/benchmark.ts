// The benchmark being composed: its fields, its estimate and its problems.
import type { BenchmarkPreview, Problem } from '#contract/views.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Server } from '#core/model/server.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, watchEffect } from 'vue'
import { z } from 'zod'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { firstLoad, fittedLoad } from '../drafts/common-loads.ts'
import {
  type BenchmarkDraft,
  changedFields,
  draftOf,
  forAnotherServer,
  readDraft,
} from '../drafts/benchmark-draft.ts'
import { isRunOn } from '../drafts/is-run-on.ts'
import { afterTyping } from './after-typing.ts'
import { useKnownRun } from './known-run.ts'
import { useRuns } from './runs.ts'
import { useServers } from './servers.ts'
import { stored } from './stored.ts'

const composedSchema = z.object({
  serverId: z.string().nullable().default(null),
  name: z.string().default(''),
  draft: z.record(z.string(), z.string()).default({ ...firstLoad }),
  filled: z.record(z.string(), z.string()).default({ ...firstLoad }),
})

export const useBenchmark = defineStore('benchmark', () => {
  const client = useClient()
  const servers = useServers()
  const runs = useRuns()
  const kept = stored('kneepoint.benchmark', composedSchema, localStorage)
  const before = kept.read()

  const wantedServerId = shallowRef(before.serverId)
  const name = shallowRef(before.name)
  const draft = shallowRef<BenchmarkDraft>(before.draft)
  /** Values from a card, a run or a pasted command; differences from them are the user's changes. */
  const filled = shallowRef<BenchmarkDraft>(before.filled)
  const preview = shallowRef<BenchmarkPreview | null>(null)
  const previewed = shallowRef<BenchmarkConfig | null>(null)
  /** A pasted command names a server that is not in the list: no other replaces it until the user selects one. */
  const lacksServer = shallowRef(false)

  /** The selected server while it exists, otherwise the first ready one. */
  const serverId = computed({
    get: () => {
      if (lacksServer.value) return null
      const isThere = wantedServerId.value !== null && servers.byId.has(wantedServerId.value)
      return (isThere ? wantedServerId.value : servers.ready[0]?.id) ?? null
    },
    set: (id) => {
      const isAnother = id !== wantedServerId.value && (lacksServer.value || id !== serverId.value)
      lacksServer.value = false
      wantedServerId.value = id
      if (!isAnother) return
      filled.value = forAnotherServer(filled.value)
      draft.value = forAnotherServer(draft.value)
    },
  })
  function fill(load: BenchmarkDraft): void {
    filled.value = load
    draft.value = load
  }
  const { known, isRead } = useKnownRun(() => servers.byId.get(serverId.value ?? '') ?? null)
  /** The last offered load, which follows the server until the user enters something else. */
  const offered = shallowRef<BenchmarkDraft>(firstLoad)
  function offer(load: BenchmarkDraft): void {
    offered.value = fittedLoad(load, known.value)
    fill(offered.value)
  }
  watch(known, () => {
    if (isSameDraft(draft.value, offered.value)) offer(offered.value)
  })
  /** Sets derived fields, which do not count as the user's changes. */
  function derive(part: BenchmarkDraft): void {
    filled.value = { ...filled.value, ...part }
    draft.value = { ...draft.value, ...part }
  }

  const reading = computed(() => readDraft(draft.value))
  const isPreviewed = computed(() => {
    const { config } = reading.value
    return config === null || previewed.value === config
  })
  /** Whether all data that shapes the form has arrived once: from then on the form follows the selections. */
  const isKnown = shallowRef(false)
  watchEffect(() => {
    if (servers.loaded && isRead.value && isPreviewed.value) isKnown.value = true
  })

  const problems = computed(() =>
    distinctProblems([...reading.value.problems, ...(preview.value?.problems ?? [])]),
  )
  const serverIsReady = computed(
    () => serverId.value !== null && servers.byId.get(serverId.value)?.state.state === 'ready',
  )

  /** The composed config and its server; null if it is invalid or there is no server. */
  const order = computed(() => {
    const { config } = reading.value
    return config === null || serverId.value === null ? null : { config, serverId: serverId.value }
  })

  async function readPreview(config: BenchmarkConfig, id: string | null): Promise<void> {
    try {
      const answer = await client.benchmarks.preview({ serverId: id, config })
      // Ignores a response for an older state.
      if (reading.value.config === config) preview.value = answer
    } catch (error) {
      const { message, field } = callError(error)
      if (reading.value.config === config && preview.value !== null) {
        preview.value = { ...preview.value, problems: [{ field, message }] }
      }
    }
    if (reading.value.config === config) previewed.value = config
  }

  /** Each completed run improves the forecast of precision. */
  const runsMeasured = computed(
    () => runs.list.filter(({ status }) => status === 'completed').length,
  )
  const previewLater = afterTyping()
  watch(
    [() => reading.value.config, serverId, serverIsReady, () => servers.loaded, runsMeasured],
    ([config, id, , areListed]) => {
      // The command names the server, so it would change once servers are listed.
      const work = config === null || !areListed ? null : () => void readPreview(config, id)
      previewLater(work, !isKnown.value)
    },
    { immediate: true },
  )
  watch([wantedServerId, name, draft, filled], ([wanted, text, written, base]) =>
    kept.write({ serverId: wanted, name: text, draft: { ...written }, filled: { ...base } }),
  )

  /** Starts the composed benchmark; a view only offers it if there are no problems. */
  async function start(): Promise<Run> {
    if (order.value === null) throw new Error('nothing can be started yet')
    const wantedName = name.value.trim()
    const run = await client.benchmarks.start({
      ...order.value,
      name: wantedName === '' ? null : wantedName,
    })
    name.value = ''
    return run
  }

  /** Copies the settings of a run, to edit and repeat them; on its server, if that is in the list. */
  function composeFrom(run: Run): void {
    const load = draftOf(run.config)
    const server = servers.list.find((one) => isRunOn(run, one))
    if (server !== undefined) serverId.value = server.id
    fill(server === undefined ? forAnotherServer(load) : load)
  }

  /** Copies a pasted command, and its server if it names one; `attach` adds the server to the list first. */
  async function paste(
    load: BenchmarkDraft,
    server: Server | null,
    attach: (() => Promise<Server>) | null,
  ): Promise<void> {
    if (server !== null) serverId.value = server.id
    fill(load)
    if (attach === null) return
    lacksServer.value = true
    const { id } = await attach()
    // Another server may have been selected meanwhile.
    if (!lacksServer.value) return
    lacksServer.value = false
    wantedServerId.value = id
  }

  /** Fields that the user changed. */
  const changed = computed(() => changedFields(draft.value, filled.value))

  return {
    ...{ serverId, wantedServerId, serverIsReady, name },
    ...{ draft, filled, changed, reading, order },
    ...{ preview, problems, start, composeFrom, paste, known, isKnown, offer, derive },
  }
})

function isSameDraft(a: BenchmarkDraft, b: BenchmarkDraft): boolean {
  const [one, other] = [a, b].map((draft) => JSON.stringify(Object.entries(draft).sort()))
  return one === other
}

function distinctProblems(problems: readonly Problem[]): readonly Problem[] {
  const byText = new Map(problems.map((problem) => [JSON.stringify(problem), problem]))
  return [...byText.values()]
}
