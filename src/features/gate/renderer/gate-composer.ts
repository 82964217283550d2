// The gate in the composer, with the candidate, workload and load of a single run.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { ComposedGate, GatePlan, OpenedGate } from '#features/gate/core/gate-record.ts'
import { readingOf } from '#core/sweep/file/file-place.ts'
import { draftOf } from '#renderer/drafts/benchmark-draft.ts'
import { afterTyping } from '#renderer/stores/after-typing.ts'
import { useBenchmark } from '#renderer/stores/benchmark.ts'
import { useServers } from '#renderer/stores/servers.ts'
import { useSizingWish } from '#renderer/stores/sizing-wish.ts'
import { stored } from '#renderer/stores/stored.ts'
import { useGates } from './gates.ts'
import {
  gateDocument,
  type GateDocument,
  gateDocumentSchema,
  readBaseline,
  readGate,
} from './gate-document.ts'

export const useGateComposer = defineStore('gate-composer', () => {
  const benchmark = useBenchmark()
  const servers = useServers()
  const gates = useGates()
  const kept = stored('kneepoint.gate', gateDocumentSchema, localStorage)

  const document = shallowRef<GateDocument>(kept.read())
  watch(document, (value) => kept.write(value))

  function write(part: Partial<GateDocument>): void {
    document.value = { ...document.value, ...part }
  }

  /** The selected baseline while it exists, else the first other server. */
  const baseline = computed({
    get: () => {
      const word = document.value.baseline
      const isServer = word?.startsWith('server ') === true
      const id = word?.slice('server '.length) ?? ''
      const isThere = !isServer || (servers.byId.has(id) && id !== benchmark.serverId)
      if (word !== null && isThere) return word
      const other = servers.list.find((server) => server.id !== benchmark.serverId)
      return other === undefined ? null : `server ${other.id}`
    },
    set: (word) => write({ baseline: word }),
  })
  const reading = computed(() => readGate({ ...document.value, baseline: baseline.value }))
  const gate = computed((): ComposedGate | null => {
    const { order } = benchmark
    const { value } = reading.value
    if (order === null || value === null || value.baseline === null) return null
    const name = document.value.name.trim() || usualName.value
    const { serverId: candidateId, config } = order
    return { name, candidateId, config, ...value, baseline: value.baseline }
  })
  const usualName = computed(() => {
    const candidate = servers.byId.get(benchmark.serverId ?? '')?.name ?? ''
    const [kind, id = ''] = baseline.value?.split(' ') ?? []
    const other = kind === 'server' ? servers.byId.get(id)?.name : undefined
    return (other === undefined ? candidate : `${candidate} / ${other}`).slice(0, 200) || 'Gate'
  })

  const plan = shallowRef<GatePlan | null>(null)
  const planLater = afterTyping()
  async function readPlan(wanted: ComposedGate): Promise<void> {
    const found = await gates.plan(wanted).catch(() => null)
    if (gate.value === wanted) plan.value = found
  }
  const states = computed(() => servers.list.map(({ id, state }) => `${id} ${state.state}`).join())
  watch(
    [gate, states],
    ([wanted]) =>
      planLater(wanted === null ? null : () => void readPlan(wanted), plan.value === null),
    { immediate: true },
  )

  /** Opens a stored gate in the composer. */
  function composeFrom(order: ComposedGate): void {
    benchmark.serverId = order.candidateId
    const load = draftOf(order.config)
    benchmark.filled = load
    benchmark.draft = load
    document.value = { ...gateDocument(order), name: '' }
  }

  const missingServers = shallowRef<OpenedGate['missing']>([])

  /** Fills the form from a gate file. */
  async function openFile(text: string): Promise<void> {
    const { candidateId, baselineId, missing, ...file } = await gates.open(text)
    missingServers.value = missing
    const chosen = readingOf(() => readBaseline(document.value)).value ?? {
      kind: 'newest',
      count: 5,
    }
    const baseline = baselineId === null ? chosen : ({ kind: 'server', id: baselineId } as const)
    composeFrom({ ...file, baseline, candidateId: candidateId ?? benchmark.serverId ?? '' })
    write({ name: file.name })
  }

  const wish = useSizingWish()

  return {
    ...{ document, write, reading, baseline, gate, plan, composeFrom },
    ...{ missingServers, openFile, wish },
  }
})
