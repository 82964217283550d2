// A limit in the composer, and its parsed form.
import { metricNames } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '#core/model/sweep/sweep-limit.ts'
import { boundOf, limitText, parseLimit, shareNames } from '#core/sweep/limits.ts'
import { z } from 'zod'

const shares = ['errors', 'goodput', 'reasoningShare', 'cachedShare'] as const

export const limitSubjects = [...metricNames, ...shares] as const
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

export function isShare(subject: LimitSubject): subject is (typeof shares)[number] {
  return shares.some((share) => share === subject)
}

/** Null while it is none. */
export function readLimit({ subject, statistic, value }: WrittenLimit): SweepLimit | null {
  if (!isShare(subject)) return parseLimit(`${statistic} ${subject} <= ${value.trim()} ms`)
  return parseLimit(`${shareNames[subject]} ${signOf(subject)} ${value.trim()} %`)
}

export function signOf(subject: LimitSubject): '<=' | '>=' {
  return subject === 'goodput' || subject === 'cachedShare' ? '>=' : '<='
}

export function writtenLimit(limit: SweepLimit): WrittenLimit {
  const words = limitText(limit).split(' ')
  if (limit.kind === 'latency') {
    const [statistic = ''] = words
    return { subject: limit.metric, statistic, value: String(limit.mostMs) }
  }
  return {
    ...freshLimit,
    subject: limit.kind,
    value: String(Number((boundOf(limit) * 100).toPrecision(12))),
  }
}
