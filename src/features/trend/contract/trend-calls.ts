// Call for the trend of a run.
import { z } from 'zod'
import { byId, call } from '#contract/call.ts'
import type { StoredTrend } from '#features/trend/core/trend.ts'

const trendSchema = z.custom<StoredTrend>()

export const trendCalls = {
  /** One metric of its configuration over time; null for a run without measurements. */
  trend: call
    .input(
      byId.extend({
        /** `figureKey` of the metric; null selects the usual one. */
        figure: z.string().nullable().default(null),
        baselineId: z.string().nullable().default(null),
      }),
    )
    .output(trendSchema.nullable()),
}
