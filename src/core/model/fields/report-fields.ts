// Fields that say what is reported and under which names.
import { z } from 'zod'
import { stringMap } from './field-types.ts'

export const metricNames = ['ttft', 'tpot', 'itl', 'e2el'] as const
export const goodputMetricNames = ['ttft', 'tpot', 'e2el'] as const

export type MetricName = (typeof metricNames)[number]

export const reportFields = {
  label: z.string().min(1).nullable().default(null),
  requestIdPrefix: z.string().nullable().default(null),
  percentileMetrics: z.array(z.enum(metricNames)).default(['ttft', 'tpot', 'itl']),
  metricPercentiles: z.array(z.number().min(0).max(100)).min(1).default([99]),
  goodput: z.partialRecord(z.enum(goodputMetricNames), z.number().min(0)).default({}),
  metadata: stringMap.default({}),
}
