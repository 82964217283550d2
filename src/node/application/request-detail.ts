// One request of a run for a window: the times of its tokens, and the start of its response.
import type { Distribution, RequestDetail, Timeline } from '#contract/views.ts'
import type { RequestRecord } from '#core/records/request-record.ts'
import { firstSentAtUs } from '#core/records/measured-request.ts'
import type { ComputedPercentiles } from '#core/stats/computed-percentiles.ts'
import type { Run } from '#core/model/run/run.ts'
import type { JobProcesses } from '#node/jobs/job-processes.ts'
import type { Database } from '#node/storage/database.ts'
import { isSmall, runDistributions, runPercentiles, runTimeline } from '#node/runs/stored-runs.ts'

/** Limit, because a screen cannot show more ticks than pixels. */
const mostTokens = 4000
/** Number of response characters shown. */
const headLength = 2000

export function requestDetail(record: RequestRecord): RequestDetail {
  const { sentAtUs, scheduledAtUs, endedAtUs, firstTokenAtUs, serverTimes } = record
  const { index, requestId, promptTokens, outputTokens, generatedText } = record
  const tokens = tokensAtUs(firstTokenAtUs, record.interTokenLatenciesUs)
  return {
    ...{ index, requestId, promptTokens, outputTokens },
    target: record.target ?? null,
    queuedMs: Math.max(0, firstSentAtUs(record) - scheduledAtUs) / 1000,
    rejected: (record.rejected ?? []).map((attempt) => ({
      status: attempt.status,
      tookMs: (attempt.endedAtUs - attempt.sentAtUs) / 1000,
      waitMs: attempt.waitUs / 1000,
    })),
    tokensAtMs: tokens.slice(0, mostTokens).map((atUs) => (atUs - sentAtUs) / 1000),
    omitted: Math.max(0, tokens.length - mostTokens),
    endedAtMs: (endedAtUs - sentAtUs) / 1000,
    answerHead: (generatedText ?? '').slice(0, headLength),
    server:
      serverTimes === undefined
        ? null
        : {
            queueMs: serverTimes.queueS === null ? null : serverTimes.queueS * 1000,
            ttftMs: serverTimes.ttftS === null ? null : serverTimes.ttftS * 1000,
          },
  }
}

function tokensAtUs(firstAtUs: number | null, gapsUs: Iterable<number>): number[] {
  if (firstAtUs === null) return []
  const atUs = [firstAtUs]
  let last = firstAtUs
  for (const gap of gapsUs) atUs.push((last += gap))
  return atUs
}

// Views of stored runs for windows. A large run is read in a separate process, so that other calls are not delayed.
type ViewTools = Readonly<{ database: Database; jobs: JobProcesses }>

export async function distributionsOf(
  run: Run,
  tools: ViewTools,
  signal: AbortSignal | undefined,
): Promise<Distribution[]> {
  if (isSmall(run)) return runDistributions(tools.database, run)
  return tools.jobs.do({ name: 'distributions', input: run }, signal)
}

export async function percentilesOf(
  run: Run,
  percentiles: readonly number[],
  tools: ViewTools,
  signal: AbortSignal | undefined,
): Promise<ComputedPercentiles> {
  if (isSmall(run)) return runPercentiles(tools.database, run, percentiles)
  return tools.jobs.do({ name: 'percentiles', input: { run, percentiles } }, signal)
}

export async function timelineOf(
  run: Run,
  tools: ViewTools,
  signal: AbortSignal | undefined,
): Promise<Timeline> {
  if (isSmall(run)) return runTimeline(tools.database, run)
  return tools.jobs.do({ name: 'timeline', input: run }, signal)
}
