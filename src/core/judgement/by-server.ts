// The servers of a run, as if each had a run of its own. A run with several is as far behind as the slowest of them.
import type { JudgedSummary } from './judged-run.ts'

type ServerSummary = JudgedSummary & Readonly<{ target?: number }>

/** The run's own with one server. */
export function summariesByServer(summary: JudgedSummary): readonly ServerSummary[] {
  const { certainty, metrics } = summary
  if (!certainty?.servers) return [summary]
  return certainty.servers.map(
    ({ target, completed, failed, rejected, refusals, e2el, ...own }) => ({
      ...{ ...summary, target, completed, failed, rejected, errors: [] },
      // `lightPace` mixes all servers.
      ...{ durationS: own.pace.lastResponseS, steadyState: null, lightPace: null },
      metrics: { ...metrics, e2el: { ...metrics.e2el, ...e2el } },
      // Tests of every server would find growth by chance.
      certainty: { ...certainty, ...own, refusals, steadiness: null, servers: undefined },
    }),
  )
}
