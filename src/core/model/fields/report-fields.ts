// Fields that say what is reported and under which names.
import { z } from 'zod'
import { eraNames } from '../eras/era-names.ts'
import { answerLatencies } from '../figures/answer-latencies.ts'
import { stringMap } from './field-types.ts'

/** Latencies every run has, from sending on. */
export const metricNames = ['ttft', 'tpot', 'itl', 'e2el'] as const
/** Where the client itself may hold requests back. */
export const queueMetricNames = ['client_queue_time', 'e2el_including_client_queue'] as const
/** What may be asked for in a report; the names are those of the original, the last that of a fork of it. */
export const reportableMetricNames = [...metricNames, ...queueMetricNames, 'token_latency'] as const

export type MetricName = (typeof metricNames)[number]
export type ReportableMetricName = (typeof reportableMetricNames)[number]

export const reportFields = {
  label: z.string().min(1).nullable().default(null),
  requestIdPrefix: z.string().nullable().default(null),
  /** Null is "the usual ones" of what the server is asked for. */
  percentileMetrics: z.array(z.enum(reportableMetricNames)).nullable().default(null),
  metricPercentiles: z.array(z.number().min(0).max(100)).min(1).default([99]),
  goodput: z.partialRecord(z.enum(answerLatencies), z.number().min(0)).default({}),
  /** Null computes it; printed reports and result files have it only with true, or in the layout `vllm-bench`. */
  steadyState: z.boolean().nullable().default(null),
  steadyStateThreshold: z.number().positive().max(1).default(0.95),
  /** Seconds; null takes 10 s or a tenth of the run, whichever is longer. */
  steadyStateMinWindow: z.number().min(0).nullable().default(null),
  metadata: stringMap.default({}),
  compat: z.enum(eraNames).default('kneepoint'),
}
