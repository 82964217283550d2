// The sweep being composed: its fields, its estimate, and starting it.
import type { SweepPreview } from '#contract/sweep-api.ts'
import type { Text } from '#core/messages/message.ts'
import type { Sweep, SweepPlan } from '#core/model/sweep.ts'
import { fileServerName } from '#core/sweep/file/file-server-name.ts'
import { indexFlags, type ServeFlag } from '#core/vllm/flag-index.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, watchEffect } from 'vue'
import { writtenParts } from '../drafts/parts-of.ts'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { type SweepDocument, sweepDocumentSchema } from '../drafts/sweep-document.ts'
import { readSweep, sweepDocument } from '../drafts/sweep-reading.ts'
import { forAnotherServer, type BenchmarkDraft } from '../drafts/benchmark-draft.ts'
import { firstSweep, fittedSweep, isSameLoad } from '../drafts/common-loads.ts'
import { afterTyping } from './after-typing.ts'
import { useKnownRun } from './known-run.ts'
import { useServers } from './servers.ts'
import { stored } from './stored.ts'
import { useSweeps } from './sweeps.ts'

const nothing: Omit<SweepPreview, 'problems'> = {
  points: 0,
  requests: null,
  shortage: null,
  estimatedDurationS: null,
  durationRangeS: null,
  gpus: null,
  measuringS: null,
  warmingUpS: 0,
  coolingDownS: 0,
  serverStarts: 0,
  startingServersS: null,
  cost: null,
}

export const useSweepComposer = defineStore('sweep-composer', () => {
  const client = useClient()
  const servers = useServers()
  const sweeps = useSweeps()
  const kept = stored('kneepoint.sweep', sweepDocumentSchema, localStorage)

  const document = shallowRef<SweepDocument>(kept.read())
  const preview = shallowRef<SweepPreview | null>(null)
  const previewed = shallowRef<SweepPlan | null>(null)
  const serveFlags = shallowRef<readonly ServeFlag[]>([])
  const sampledVersions = shallowRef<readonly string[]>([])
  /** Reasons why flags of a preset do not vary, after it was applied. */
  const leftOut = shallowRef<readonly Text[]>([])
  /** Servers in an opened file that are not in the list. */
  const missingServers = shallowRef<readonly Text[]>([])
  /** Incremented for each opened file: the form is then rebuilt. */
  const opened = shallowRef(0)

  const flagIndex = computed(() => indexFlags(serveFlags.value))
  const draftServer = computed(() => {
    const server = servers.byId.get(serverIds.value[0] ?? '')
    return server === undefined ? null : { spec: server.spec, presets: servers.presets }
  })
  const reading = computed(() => readSweep(document.value, flagIndex.value, draftServer.value))
  /** The selected servers while they exist, otherwise the first ready one. */
  const serverIds = computed(() => {
    const chosen = document.value.serverIds.filter((id) => servers.byId.has(id))
    return chosen.length > 0 ? chosen : servers.ready.slice(0, 1).map(({ id }) => id)
  })
  /** The sweep starts servers launched here when it needs them. */
  const serversAreReady = computed(() => {
    const chosen = serverIds.value.map((id) => servers.byId.get(id))
    const isUsable = (server: (typeof chosen)[number]) =>
      server?.state.state === 'ready' || server?.spec.kind !== 'attached'
    return chosen.length > 0 && chosen.every(isUsable)
  })
  const problems = computed(() => [
    ...reading.value.workloadProblems,
    ...(preview.value?.problems ?? []),
  ])

  const { known, isRead } = useKnownRun(() => servers.byId.get(serverIds.value[0] ?? '') ?? null)
  /** The last offered load, which follows the server until the user enters something else. */
  const offered = shallowRef(firstSweep)
  watch(known, (run) => {
    if (offerIn(document.value) !== offerIn(offered.value)) return
    offered.value = isSameLoad(offered.value.workload, firstSweep.workload)
      ? fittedSweep(run)
      : fittedSweep(run, offered.value.workload)
    writeOffered()
  })

  /** Sends `load` at each point; keeps loads that the user entered. */
  function offerLoad(load: BenchmarkDraft): void {
    const isOffered = pacedBy(document.value) === pacedBy(offered.value)
    offered.value = fittedSweep(known.value, load)
    if (isOffered) writeOffered()
    else write({ workload: { ...offered.value.workload } })
  }

  function writeOffered(): void {
    const { load, workload } = offered.value
    write({ load: { ...document.value.load, ...load }, workload: { ...workload } })
  }

  function write(part: Partial<SweepDocument>): void {
    const { workload } = document.value
    const first = serverIds.value[0]
    const [wanted = first] = part.serverIds ?? []
    const isAnother = part.serverIds !== undefined && wanted !== first
    const left = isAnother ? forAnotherServer(workload) : workload
    const changesCells = part.serverIds !== undefined || part.axes !== undefined
    const omit = changesCells ? [] : document.value.omit
    document.value = { ...document.value, workload: { ...left }, omit, ...part }
    kept.write(document.value)
  }

  /** Parts of the document, for fields of the form. */
  const fields = writtenParts(() => document.value, write)

  async function readPreview(plan: SweepPlan): Promise<void> {
    const answer = await client.sweeps
      .preview({ serverIds: [...serverIds.value], plan })
      .catch((error: unknown): SweepPreview => {
        const { message, field } = callError(error)
        return { ...nothing, problems: [{ field, message }] }
      })
    // Ignores a response for an older state.
    if (reading.value.plan !== plan) return
    preview.value = answer
    previewed.value = plan
  }

  const isPreviewed = computed(() => {
    const { plan } = reading.value
    return plan === null || previewed.value === plan
  })
  /** Whether all data that shapes the form has arrived once: from then on the form follows the selections. */
  const isKnown = shallowRef(false)
  watchEffect(() => {
    if (servers.loaded && isRead.value && isPreviewed.value) isKnown.value = true
  })

  const previewLater = afterTyping()
  watch(
    [() => reading.value.plan, () => serverIds.value.join(), serversAreReady, () => servers.loaded],
    ([plan, , , areListed]) => {
      preview.value = null
      const work = plan === null || !areListed ? null : () => void readPreview(plan)
      previewLater(work, !isKnown.value)
    },
    { immediate: true },
  )

  async function readCatalogue(): Promise<void> {
    if (serveFlags.value.length > 0) return
    const catalogue = await client.profiles.catalogue()
    sampledVersions.value = catalogue.versions
    serveFlags.value = catalogue.flags
  }

  /** `reasons` explain why other flags do not vary. */
  function replaceAxes(axes: SweepDocument['axes'], reasons: readonly Text[]): void {
    leftOut.value = reasons
    opened.value += 1
    write({ axes })
  }

  /** Fills the form from a file. */
  async function openFile(text: string): Promise<void> {
    const { plan, serverIds: found, ...opening } = await client.sweepFiles.open({ text })
    const { otherServers } = opening
    await readCatalogue()
    leftOut.value = opening.leftOut
    missingServers.value = otherServers.map(fileServerName)
    opened.value += 1
    write(sweepDocument(plan, { serverIds: found, flagIndex: flagIndex.value }))
  }

  /** Fills the form with the plan of another sweep, to edit it first. */
  async function openPlan(plan: SweepPlan, ids: readonly string[]): Promise<void> {
    await readCatalogue()
    missingServers.value = []
    opened.value += 1
    write(sweepDocument(plan, { serverIds: [...ids], flagIndex: flagIndex.value }))
  }

  /** Starts the composed sweep; a view only offers it if there are no problems. */
  async function start(): Promise<Sweep> {
    const { plan } = reading.value
    if (plan === null || serverIds.value.length === 0) throw new Error('nothing can be started yet')
    const sweep = await sweeps.start([...serverIds.value], plan)
    missingServers.value = []
    write({ name: '' })
    return sweep
  }

  return {
    ...{ document, write, fields, reading, flagIndex, serverIds, serversAreReady },
    ...{ preview, problems, opened },
    ...{ known, isKnown, offered, offerLoad },
    ...{ missingServers, leftOut, sampledVersions, readCatalogue },
    ...{ replaceAxes, openFile, openPlan, start },
  }
})

type SweepOffer = Pick<SweepDocument, 'workload'> & Readonly<{ load: (typeof firstSweep)['load'] }>

function pacedBy({ load }: Pick<SweepOffer, 'load'>): string {
  return JSON.stringify([load['request-rate'], load['seconds-per-point']])
}

/** Equal for two offers if neither was changed. */
function offerIn({ load, workload }: SweepOffer): string {
  return JSON.stringify([pacedBy({ load }), Object.entries(workload).sort()])
}
