// The prediction in the address: of a server, or of the runs named. The twin runs again only for what needs it.
import type { RunSummaryRow } from '#core/model/run/run-summary-row.ts'
import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { predictionSchema } from '#features/twin/core/prediction.ts'
import { useClient } from '#renderer/api/client.ts'
import { orderOf, writtenPredictionSchema } from './prediction-wish.ts'
import { afterTyping } from '#renderer/stores/after-typing.ts'
import { useRuns } from '#renderer/stores/runs.ts'
import { stored } from '#renderer/stores/stored.ts'
import { useFetched } from '#renderer/components/run/use-fetched.ts'

function serverOf({ serverName, baseUrl }: RunSummaryRow): string | null {
  return serverName ?? baseUrl
}

export function usePrediction() {
  const client = useClient()
  const route = useRoute()
  const router = useRouter()
  const runs = useRuns()
  const text = (name: string) => {
    const value = route.query[name]
    return typeof value === 'string' && value !== '' ? value : null
  }

  const measured = computed(() =>
    runs.list.filter(({ summary, imported }) => summary !== null && imported === null),
  )
  /** Servers with measured runs, the newest first. */
  const servers = computed(() => {
    return [...new Set(measured.value.flatMap((run) => serverOf(run) ?? []))]
  })
  const runIds = computed(() => text('runs')?.split(',') ?? [])
  const server = computed({
    get: () => (runIds.value.length > 0 ? null : (text('server') ?? servers.value[0] ?? null)),
    set: (name) => void router.replace({ name: 'predict', query: { server: name } }),
  })

  const kept = stored('kneepoint.prediction', writtenPredictionSchema, localStorage)
  const written = shallowRef(kept.read())
  const wanted = shallowRef(orderOf(written.value))
  const later = afterTyping()
  watch(written, (value) => {
    kept.write(value)
    const order = orderOf(value)
    // A limit is answered from the last prediction.
    if (JSON.stringify(order) === JSON.stringify(wanted.value)) later(null)
    else later(() => (wanted.value = order))
  })

  const isEmpty = computed(() => runs.loaded && server.value === null && runIds.value.length === 0)
  /** A further run of the server makes another prediction. */
  const count = computed(
    () => measured.value.filter((run) => serverOf(run) === server.value).length,
  )
  const fetched = useFetched(
    () => ({
      order: { server: server.value, runIds: runIds.value, ...wanted.value },
      count: count.value,
    }),
    async ({ order }) =>
      order.server === null && order.runIds.length === 0
        ? null
        : predictionSchema.parse(await client.features.do({ job: 'predict', input: order })),
  )

  return { ...fetched, servers, server, runIds, written, isEmpty }
}
