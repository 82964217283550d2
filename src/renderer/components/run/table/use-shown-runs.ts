// The runs that the table shows and their order, stored in the page's URL.
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { runSource } from '../run-source.ts'
import { newestFirst, readRunsQuery, runsQueryTerms, type RunsQuery } from './runs-query.ts'
import { filterRuns, sortRuns } from './sort-runs.ts'

export type ShownRuns = Readonly<{
  text: ShallowRef<RunsQuery['text']>
  source: ShallowRef<RunsQuery['source']>
  server: ShallowRef<RunsQuery['server']>
  order: ShallowRef<RunsQuery['order']>
  shown: ComputedRef<readonly RunSummaryRow[]>
  showAll: () => void
}>

export function useShownRuns(
  all: () => readonly RunSummaryRow[],
  wasSentTo: (serverId: string) => (run: RunSummaryRow) => boolean,
): ShownRuns {
  const route = useRoute()
  const router = useRouter()
  const asked = readRunsQuery(route.query)
  const text = shallowRef(asked.text)
  const source = shallowRef(asked.source)
  const server = shallowRef(asked.server)
  const order = shallowRef(asked.order)

  const ofServer = computed(() =>
    server.value === null ? all() : all().filter(wasSentTo(server.value)),
  )
  const ofSource = computed(() =>
    source.value === 'all'
      ? ofServer.value
      : ofServer.value.filter((run) => runSource(run) === source.value),
  )
  const shown = computed(() => sortRuns(filterRuns(ofSource.value, text.value), order.value))

  watch([text, source, server, order], ([find, from, sentTo, by]) => {
    const query = runsQueryTerms({ text: find, source: from, server: sentTo, order: by })
    void router.replace({ name: 'results', query })
  })

  function showAll(): void {
    text.value = ''
    source.value = 'all'
    server.value = null
    order.value = newestFirst
  }

  return { text, source, server, order, shown, showAll }
}
