// A command's run at its start, for its record and its metrics.
import { runNameOf } from '#core/model/run/run-name.ts'
import { newRun, plannedRun, startedRun } from '#core/report/run-states.ts'
import type { Run } from '#core/model/run/run.ts'
import { serverBaseUrl } from '#core/flags/server-urls.ts'
import type { PlannedBenchmark } from '#node/experiment/benchmark.ts'
import { ownVersion } from '../own-files.ts'

export function begunRun(planned: PlannedBenchmark, id: string): Run {
  const { config } = planned
  const baseUrl = serverBaseUrl(config)
  const nowEpochMs = Date.now()
  const run = newRun({
    id,
    name: config.label ?? runNameOf(config, null),
    config,
    baseUrl,
    serverName: new URL(baseUrl).host,
    createdAtEpochMs: nowEpochMs,
    clientVersion: ownVersion(),
  })
  const start = { epochMs: nowEpochMs, monotonicS: performance.now() / 1000 }
  return startedRun(plannedRun(run, planned), start)
}
