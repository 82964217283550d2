// Metrics of the runs of `kneepoint web`. Loaded on demand.
import type { Application } from '#node/application/create-application.ts'
import type { OpenMetrics } from '#node/telemetry/open-metrics.ts'
import type { Terminal } from '../command.ts'
import { clientOf, followNews } from '#node/application/services/client-of.ts'
import { followRuns } from './follow-runs.ts'
import { openOwnMetrics } from './own-metrics.ts'

type ObservedRuns = Pick<OpenMetrics, 'writePage' | 'close'>

export async function observeRuns(
  otlpEndpoint: string | null,
  application: Application,
  terminal: Terminal,
): Promise<ObservedRuns> {
  const { metrics, writePage, close } = openOwnMetrics(otlpEndpoint, terminal)
  const news = await followNews(clientOf(application))
  followRuns(news, metrics)
  return {
    writePage,
    async close() {
      news.close()
      await close()
    },
  }
}
