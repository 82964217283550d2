// The summary of a run from its records, with the percentiles and limits of its config.
import { isPooling } from '#core/backends/backend-traits.ts'
import type { SummaryCircumstances } from '#contract/preparation-protocol.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { ProbeResults } from '#core/model/run/probes.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { placementErrorS, type RunSummary } from '#core/model/run/run-summary.ts'
import { pooledSummary, summaryWithCertainty } from '#core/stats/summarize-run.ts'
import type { DurationTally } from '#core/stats/durations/duration-tally.ts'
import { gapTally } from '#core/stats/durations/gap-tally.ts'
import { placementOf } from '#core/stats/placement.ts'
import { measuredFromRecords, type MeasuredRequest } from '#core/records/measured-request.ts'
import { unusedPlacesShare } from '#core/stats/unused-places.ts'
import { summarizeProbes } from '#core/stats/metric-stats.ts'
import { pauseSlowCompiler } from '#node/load/runtime/held-compiler.ts'
import * as features from './features.ts'

export type Circumstances = SummaryCircumstances &
  Readonly<{
    probes?: ProbeResults
    /** Gaps between the tokens of all responses; counted here if absent. */
    gaps?: DurationTally
  }>

/** With more requests a summary takes so long that code compiled by TurboFan saves time. */
const mostForPause = 50_000

/** The summary of a run that just ended. Pauses the compiler also while the run's files are written. */
export function summarizeEnded(
  records: readonly RequestRecord[],
  circumstances: Circumstances,
): RunSummary {
  if (records.length <= mostForPause) pauseSlowCompiler()
  return summarizeRecords(records, circumstances)
}

export function summarizeRecords(
  records: Iterable<RequestRecord>,
  {
    config,
    durationUs,
    client,
    probes,
    server = null,
    origin,
    workers,
    gaps = gapTally(records),
    reusableTokens = [],
  }: Circumstances,
): RunSummary {
  const durationS = durationUs / 1e6
  const requests = keptIfFew(measuredFromRecords(records, reusableTokens), records)
  const errorS = placementErrorS(workers)
  const summarized = summaryWithCertainty(requests, {
    config,
    durationS,
    client,
    gaps,
    placementErrorS: errorS,
  })
  const { steadyState } = summarized
  const reported = {
    ...summarized,
    probes: probes === undefined ? null : summarizeProbes(probes),
    server,
    ...summaryOfFeatures(requests, config, summarized),
    ...(origin !== undefined && { origin }),
    ...(workers !== undefined && {
      workers: [...workers],
      placement: placementOf(requests, { errorS, steadyState }),
      ...placesOf(records, config),
    }),
  }
  return isPooling(config) ? pooledSummary(reported, config.metricPercentiles) : reported
}

/** Computes the part of the summary that belongs to a feature. */
export type SummaryPart = (
  requests: Iterable<MeasuredRequest>,
  config: BenchmarkConfig,
  summary: RunSummary,
) => Partial<RunSummary> | null

function summaryOfFeatures(...run: Parameters<SummaryPart>): Partial<RunSummary> {
  const parts = Object.values<SummaryPart>(features).map((part) => part(...run))
  return Object.assign({}, ...parts) as Partial<RunSummary>
}

/** How closely the workers kept their shared limit. */
function placesOf(
  records: Iterable<RequestRecord>,
  { maxConcurrency: limit }: BenchmarkConfig,
): Pick<RunSummary, 'unusedPlacesShare'> {
  return limit === null ? {} : { unusedPlacesShare: unusedPlacesShare(records, limit) }
}

/** The summary reads each request a dozen times. Up to this number, requests are built once and kept, which takes a few MB. */
const mostKept = 2 ** 15

function keptIfFew(
  requests: Iterable<MeasuredRequest>,
  records: Iterable<RequestRecord>,
): Iterable<MeasuredRequest> {
  return Array.isArray(records) && records.length <= mostKept ? [...requests] : requests
}

/** Time span of the records, for a run that crashed before it could report its own. */
export function spanUs(records: Iterable<RequestRecord>): number {
  let latestUs = 0
  for (const { endedAtUs } of records) latestUs = Math.max(latestUs, endedAtUs)
  return latestUs
}
