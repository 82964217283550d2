// Figures of a run's conversations or trajectories.
import type { MetricStats } from '#core/model/run/metric-stats.ts'
import { trajectoryReport } from '#core/report/console/conversation-report.ts'
import type { Conversations } from '#core/report/result-file/trajectory-report.ts'
import { figureOf } from '#core/stats/figure-of.ts'
import { tailPercentile } from '#core/stats/tail-percentiles.ts'
import type { TextKey } from '../../../i18n/i18n.ts'
import { count, latency, share, speed, type RunMetric } from '../run-figures.ts'

const forms = { count, latency, share, speed } as const

export function conversationFigures(conversations: Conversations): readonly RunMetric[] {
  const { completed, failed, turnsEach, duration } = conversations
  const report = trajectoryReport?.(conversations)
  if (report) {
    return report.figures.map(([name, form, value]) =>
      forms[form](`trajectories.${name}` as TextKey, value),
    )
  }
  const ofCompleted = (ms: number | null) => (completed === 0 ? null : ms)
  const tail = tailOf(duration)
  return [
    count('run.conversations.completed', completed),
    count('run.conversations.failed', failed),
    speed('run.conversations.turnsEach', turnsEach),
    latency('run.conversations.meanDuration', ofCompleted(duration.mean)),
    latency('run.conversations.medianDuration', ofCompleted(duration.median)),
    ...(tail === null
      ? []
      : [
          latency('run.conversations.tailDuration', ofCompleted(figureOf(duration, tail)), {
            percentile: tail,
          }),
        ]),
  ]
}

function tailOf({ percentiles }: MetricStats): number | null {
  return tailPercentile(percentiles.map(({ percentile }) => percentile))
}
