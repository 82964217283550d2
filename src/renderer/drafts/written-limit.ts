// A limit in the composer, and its parsed form.
import { metricNames } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import { limitText, parseLimit } from '#core/sweep/limit-text.ts'
import { z } from 'zod'

export const limitSubjects = [...metricNames, 'errors', 'goodput'] as const
type LimitSubject = (typeof limitSubjects)[number]

export const usualStatistics = ['p50', 'p90', 'p95', 'p99', 'mean'] as const

export const writtenLimitSchema = z.object({
  subject: z.enum(limitSubjects),
  /** `p95` or `mean`; of a latency only. */
  statistic: z.string(),
  /** Milliseconds, or percent. */
  value: z.string(),
})

export type WrittenLimit = z.infer<typeof writtenLimitSchema>

export const freshLimit: WrittenLimit = { subject: 'ttft', statistic: 'p95', value: '500' }

export function isShare(subject: LimitSubject): subject is 'errors' | 'goodput' {
  return subject === 'errors' || subject === 'goodput'
}

/** Null while it is none. */
export function readLimit({ subject, statistic, value }: WrittenLimit): SweepLimit | null {
  if (!isShare(subject)) return parseLimit(`${statistic} ${subject} <= ${value.trim()} ms`)
  return parseLimit(`${subject} ${subject === 'errors' ? '<=' : '>='} ${value.trim()} %`)
}

export function writtenLimit(limit: SweepLimit): WrittenLimit {
  const words = limitText(limit).split(' ')
  if (limit.kind === 'latency') {
    const [statistic = ''] = words
    return { subject: limit.metric, statistic, value: String(limit.mostMs) }
  }
  const share = limit.kind === 'errors' ? limit.mostShare : limit.leastShare
  return {
    ...freshLimit,
    subject: limit.kind,
    value: String(Number((share * 100).toPrecision(12))),
  }
}
