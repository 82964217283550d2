// All stored runs except deleted ones, newest first, as rows, and in full if opened; updated by events.
import type { Run, RunSummaryRow } from '#core/model/run/run.ts'
import {
  lacksPercentiles,
  type ComputedPercentiles,
  withPercentiles,
} from '#core/stats/computed-percentiles.ts'
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import { callError } from '../api/call-error.ts'
import { useClient } from '../api/client.ts'
import { useAppEvents } from './app-events.ts'
import { useTrash } from './trash.ts'

type RunChange = Readonly<{ name?: string; tags?: string[]; notes?: string }>

/** Size of the first page: the newest runs appear at once, and no page blocks the application for long. */
const firstPage = 200
const pageSize = 1000
/** Number of runs whose computed percentiles are shown at once. */
const shownTogether = 25

export const useRuns = defineStore('runs', () => {
  const client = useClient()
  const events = useAppEvents()
  const trash = useTrash()
  const summaryRows = shallowReactive(new Map<string, RunSummaryRow>())
  /** Full runs that were opened or reported. */
  const byId = shallowReactive(new Map<string, Run>())
  /** Whether all runs are loaded. */
  const loaded = shallowRef(false)
  /** Whether the first page is loaded, which shows whether there are any runs. */
  const arrived = computed(() => loaded.value || summaryRows.size > 0)
  /** Number of event subscriptions so far: after each one, opened runs must be opened again. */
  const followed = shallowRef(0)
  /** Opened runs and sweeps by id; after the first fetch, events update them. */
  const opened = new Map<string, Promise<void>>()
  /** Percentiles computed from stored requests; a summary lists only those requested for its run. */
  const computedPercentiles = new Map<string, readonly ComputedPercentiles[]>()

  const list = computed<readonly RunSummaryRow[]>(() =>
    [...summaryRows.values()]
      .filter(({ id, sweepId }) => !trash.hidden.has(id) && !trash.hidden.has(sweepId ?? ''))
      .sort((a, b) => b.createdAtEpochMs - a.createdAtEpochMs),
  )

  function completed<Listed extends RunSummaryRow>(run: Listed): Listed {
    const found = computedPercentiles.get(run.id) ?? []
    return found.reduce((listed, further) => withPercentiles(listed, further), run)
  }

  function putSummaryRow(summaryRow: RunSummaryRow): void {
    summaryRows.set(summaryRow.id, completed(summaryRow))
  }

  function put(run: Run): void {
    putSummaryRow(run)
    byId.set(run.id, completed(run))
  }

  function forget(id: string): void {
    summaryRows.delete(id)
    byId.delete(id)
  }

  events.on('run', ({ run }) => put(run))
  events.on('run-removed', ({ id }) => forget(id))
  events.onFollowing(async () => {
    loaded.value = false
    opened.clear()
    followed.value++
    let page = await client.runs.summaryRows({ limit: firstPage })
    summaryRows.clear()
    page.forEach(putSummaryRow)
    for (let last = page.at(-1); last; last = page.at(-1)) {
      const { id, createdAtEpochMs } = last
      page = await client.runs.summaryRows({ after: { id, createdAtEpochMs }, limit: pageSize })
      page.forEach(putSummaryRow)
    }
    loaded.value = true
  })

  async function open(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => openOnce(id, async () => [await client.runs.get({ id })])))
  }

  async function openSweeps(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => openOnce(id, () => client.runs.list({ sweepId: id }))))
  }

  function openOnce(id: string, read: () => Promise<readonly Run[]>): Promise<void> {
    const opening = opened.get(id) ?? putRead(id, read)
    opened.set(id, opening)
    return opening
  }

  async function putRead(id: string, read: () => Promise<readonly Run[]>): Promise<void> {
    try {
      for (const run of await read()) put(run)
    } catch (error) {
      opened.delete(id)
      if (callError(error).code !== 'not-found') throw error
      forget(id)
    }
  }

  let lacking: readonly string[] = []
  let wantedPercentiles: readonly number[] = []
  let isComputing = false
  /** Runs and percentiles that were tried before, including those without stored requests. */
  const attempted = new Set<string>()

  /** Computes percentiles that the summaries of runs omit. Drops unfinished earlier calls. */
  function completePercentiles(ids: readonly string[], percentiles: readonly number[]): void {
    wantedPercentiles = percentiles
    lacking = ids.filter((id) => {
      const run = byId.get(id) ?? summaryRows.get(id)
      return run !== undefined && !attempted.has(keyOf(id)) && lacksPercentiles(run, percentiles)
    })
    if (!isComputing) void computeAll()
  }

  const keyOf = (id: string) => `${id} ${wantedPercentiles.join()}`

  /** One run after another, so that other calls are served; shown together, because updates redraw the lists. */
  async function computeAll(): Promise<void> {
    isComputing = true
    const done: string[] = []
    for (let [id] = lacking; id !== undefined; [id] = lacking) {
      lacking = lacking.slice(1)
      attempted.add(keyOf(id))
      const percentiles = [...wantedPercentiles]
      const found = await client.runs
        .percentiles({ id, percentiles })
        .catch(() => ({ metrics: {}, certainty: [] }))
      computedPercentiles.set(id, [...(computedPercentiles.get(id) ?? []), found])
      done.push(id)
      if (lacking.length === 0 || done.length === shownTogether) done.splice(0).forEach(refresh)
    }
    isComputing = false
  }

  function refresh(id: string): void {
    const [row, run] = [summaryRows.get(id), byId.get(id)]
    if (row !== undefined) putSummaryRow(row)
    if (run !== undefined) byId.set(id, completed(run))
  }

  async function change(id: string, changes: RunChange): Promise<void> {
    put(await client.runs.update({ id, ...changes }))
  }

  async function remove(ids: readonly string[]): Promise<void> {
    await client.runs.remove({ ids: [...ids] })
    ids.forEach(forget)
  }

  return {
    ...{ byId, list, loaded, arrived, followed },
    ...{ open, openSweeps, completePercentiles, change, remove },
  }
})
