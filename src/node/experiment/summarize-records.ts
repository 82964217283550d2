// The summary of a run from its records, with the percentiles and limits its config asks for.
import type { BenchmarkConfig } from '#core/model/benchmark-fields.ts'
import type { RequestRecord } from '#core/model/request-record.ts'
import type { ClientHealth, RunSummary } from '#core/model/run-summary.ts'
import { measuredFromRecord } from '#core/stats/measured-request.ts'
import { summarizeRun } from '#core/stats/summarize-run.ts'

type Circumstances = Readonly<{
  config: BenchmarkConfig
  durationUs: number
  client: ClientHealth | null
}>

export function summarizeRecords(
  records: readonly RequestRecord[],
  { config, durationUs, client }: Circumstances,
): RunSummary {
  return summarizeRun(records.map(measuredFromRecord), {
    durationS: durationUs / 1e6,
    percentiles: config.metricPercentiles,
    goodputLimitsMs: config.goodput,
    client,
  })
}

/** How long records span, for a run that did not live to say it itself. */
export function spanUs(records: readonly RequestRecord[]): number {
  return records.reduce((latest, { endedAtUs }) => Math.max(latest, endedAtUs), 0)
}
