// The trend in the URL: its run and its metric, excluding runs that are being deleted.
import { figureKey } from '#core/compare/comparable-figures.ts'
import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useClient } from '#renderer/api/client.ts'
import { t, type Translate } from '#renderer/i18n/i18n.ts'
import { useResultsLayout } from '#renderer/stores/results-layout.ts'
import { useRuns } from '#renderer/stores/runs.ts'
import { useTrash } from '#renderer/stores/trash.ts'
import { figureTexts } from '#renderer/components/compare/comparison-rows.ts'
import { useFetched } from '#renderer/components/run/use-fetched.ts'
import { formatNumber } from '#core/base/numbers.ts'
import { figureTitle } from './trend-texts.ts'
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { concurrencyText } from '#renderer/components/run/run-load.ts'
import { modelOf } from '#renderer/components/run/table/sort-runs.ts'

/** The choice in the URL; writing to it changes the URL. */
function useChosen() {
  const route = useRoute()
  const router = useRouter()
  const inAddress = (name: string) => {
    const value = route.query[name]
    return typeof value === 'string' ? value : null
  }
  const show = (change: Readonly<Record<string, string | null>>) =>
    void router.replace({ name: 'trend', query: { ...route.query, ...change } })
  return { run: () => inAddress('run'), figure: () => inAddress('figure'), show }
}

export function useTrend() {
  const client = useClient()
  const runs = useRuns()
  const trash = useTrash()
  const layout = useResultsLayout()
  const chosen = useChosen()

  const choices = computed(() => trendChoices(runs.list, chosen.run(), t))
  const runId = computed({
    get: () => chosen.run() ?? firstTrend(runs.list, choices.value, layout.baselineId) ?? '',
    set: (run) => chosen.show({ run }),
  })
  /** Number of measured runs; the trend is fetched again when it changes. */
  const measuredCount = computed(() => runs.list.filter(({ summary }) => summary !== null).length)
  const { value: fetched, error } = useFetched(
    () => ({
      ...{ id: runId.value, figure: chosen.figure(), baselineId: layout.baselineId },
      runs: measuredCount.value,
    }),
    async ({ id, figure, baselineId }) =>
      id === '' ? null : { trend: await client.runs.trend({ id, figure, baselineId }) },
  )
  const trend = computed(() => {
    const found = fetched.value?.trend ?? null
    if (found === null) return null
    return { ...found, points: found.points.filter((point) => !trash.hidden.has(point.runId)) }
  })
  const figures = computed(() =>
    (trend.value?.figures ?? []).map((figure) => ({
      ...{ value: figureKey(figure), label: figureTitle(figureTexts(figure, [], t)) },
    })),
  )
  const figure = computed({
    get: () => (trend.value === null ? '' : figureKey(trend.value.figure)),
    set: (key) => chosen.show({ run: runId.value, figure: key }),
  })
  const isFetched = computed(() => Boolean(fetched.value))
  const isEmpty = computed(() => runs.loaded && runId.value === '')

  return { choices, runId, trend, figures, figure, error, isFetched, isEmpty }
}

type TrendChoice = Readonly<{
  /** The run that represents it. */
  value: string
  label: string
}>

/**
 * One run per server, model and load measured more than once, most recent first, and `runId`'s. The application matches
 * configurations exactly, because lists lack some settings. Exported for tests.
 */
export function trendChoices(
  runs: readonly RunSummaryRow[],
  runId: string | null,
  t: Translate,
): readonly TrendChoice[] {
  const measured = runs.filter(
    ({ id, status, summary }) => summary !== null && (status === 'completed' || id === runId),
  )
  return [...Map.groupBy(measured, (run) => labelOf(run, t)).entries()].flatMap(
    ([label, members]) => {
      const shown = members.find(({ id }) => id === runId)
      const [newest] = members
      if (newest === undefined || (members.length < 2 && shown === undefined)) return []
      return [{ value: (shown ?? newest).id, label }]
    },
  )
}

function labelOf(run: RunSummaryRow, t: Translate): string {
  const { requestRate, maxConcurrency } = run.config
  const rate = requestRate === 'inf' ? 'inf' : formatNumber(requestRate)
  const limit = maxConcurrency === null ? [] : [`c${concurrencyText(run, t)}`]
  const server = run.serverName === null ? [] : [run.serverName]
  return [modelOf(run) ?? run.config.backend, `${rate} req/s`, ...limit, ...server].join(' · ')
}

/** The run whose trend is shown by default: the baseline, or else the newest of the first configuration. Exported for tests. */
export function firstTrend(
  runs: readonly RunSummaryRow[],
  choices: readonly TrendChoice[],
  baselineId: string | null,
): string | null {
  const isBaseline = ({ id, summary }: RunSummaryRow) => id === baselineId && summary !== null
  if (runs.some(isBaseline)) return baselineId
  const measured = runs.find(({ status, summary }) => status === 'completed' && summary !== null)
  return choices[0]?.value ?? measured?.id ?? null
}
