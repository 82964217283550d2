// Which runs the table shows and in which order, kept in the page's address.
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { runSource } from '../run-source.ts'
import { newestFirst, readRunsQuery, runsQueryTerms, type RunsQuery } from './runs-query.ts'
import { filterRuns, sortRuns } from './sort-runs.ts'

export type ShownRuns = Readonly<{
  text: ShallowRef<RunsQuery['text']>
  source: ShallowRef<RunsQuery['source']>
  order: ShallowRef<RunsQuery['order']>
  shown: ComputedRef<readonly RunSummaryRow[]>
  showAll: () => void
}>

export function useShownRuns(all: () => readonly RunSummaryRow[]): ShownRuns {
  const route = useRoute()
  const router = useRouter()
  const asked = readRunsQuery(route.query)
  const text = shallowRef(asked.text)
  const source = shallowRef(asked.source)
  const order = shallowRef(asked.order)

  const ofSource = computed(() =>
    source.value === 'all' ? all() : all().filter((run) => runSource(run) === source.value),
  )
  const shown = computed(() => sortRuns(filterRuns(ofSource.value, text.value), order.value))

  watch([text, source, order], ([find, from, by]) => {
    const query = runsQueryTerms({ text: find, source: from, order: by })
    void router.replace({ name: 'results', query })
  })

  function showAll(): void {
    text.value = ''
    source.value = 'all'
    order.value = newestFirst
  }

  return { text, source, order, shown, showAll }
}
