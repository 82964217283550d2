// Metrics of all runs of the application in this process.
import type { Run } from '#core/model/run/run.ts'
import type { RunMetrics } from '#node/telemetry/run-metrics.ts'
import type { News } from '#node/application/services/client-of.ts'

/** Resolves when `news` is closed. Excludes runs that had ended before. */
export function followRuns(news: News, metrics: RunMetrics): void {
  const running = new Map<string, Run>()
  news.on((event) => {
    if (event.type === 'live') {
      const run = running.get(event.snapshot.runId)
      if (run !== undefined) metrics.observe(run, event.snapshot)
    } else if (event.type === 'run-removed') {
      running.delete(event.id)
      metrics.remove(event.id)
    } else if (event.type === 'run') {
      const { run } = event
      if (run.status === 'preparing' || run.status === 'running') running.set(run.id, run)
      else if (running.delete(run.id)) metrics.end(run)
    }
  })
}
