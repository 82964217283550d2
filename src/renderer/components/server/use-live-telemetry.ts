// Live telemetry of a server while its page is open. Sampling stops when the page is closed.
import type { AppError } from '#core/model/app-error.ts'
import type { TelemetryProblem } from '#core/model/run/telemetry.ts'
import type { SampledSource } from '#core/records/sampled-values.ts'
import { withLiveSamples } from '#core/telemetry/live-window.ts'
import { onBeforeUnmount, onMounted, shallowRef, type ShallowRef } from 'vue'
import { backOffMs, pause } from '../../api/back-off.ts'
import { callError } from '../../api/call-error.ts'
import { useClient } from '../../api/client.ts'

type LiveTelemetry = Readonly<{
  sources: ShallowRef<readonly SampledSource[]>
  problems: ShallowRef<readonly TelemetryProblem[]>
  error: ShallowRef<AppError | null>
  /** Seconds since the newest sample arrived; null before the first. */
  ageS: ShallowRef<number | null>
}>

export function useLiveTelemetry(serverId: string): LiveTelemetry {
  const client = useClient()
  const sources = shallowRef<readonly SampledSource[]>([])
  const problems = shallowRef<readonly TelemetryProblem[]>([])
  const error = shallowRef<AppError | null>(null)
  const ageS = shallowRef<number | null>(null)
  const leaving = new AbortController()
  const { signal } = leaving
  let arrivedMs = Number.NaN

  async function follow(): Promise<void> {
    const news = await client.servers.telemetry({ id: serverId }, { signal })
    sources.value = []
    problems.value = []
    for await (const { samples, problems: more } of news) {
      error.value = null
      if (samples.length > 0) {
        arrivedMs = performance.now()
        ageS.value = 0
        sources.value = withLiveSamples(sources.value, { samples })
      }
      problems.value = [...problems.value, ...more]
    }
  }

  async function keepFollowing(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      await follow().catch((thrown: unknown) => {
        if (!signal.aborted) error.value = callError(thrown)
      })
      if (!signal.aborted) await pause(backOffMs(failures))
    }
  }

  const clock = setInterval(() => {
    ageS.value = Number.isNaN(arrivedMs) ? null : (performance.now() - arrivedMs) / 1000
  }, 1000)
  onMounted(() => void keepFollowing())
  onBeforeUnmount(() => {
    clearInterval(clock)
    leaving.abort()
  })
  return { sources, problems, error, ageS }
}
