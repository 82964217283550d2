// A limit in the composer, and its parsed form.
import {
  boundSign,
  figureTraits,
  figureWord,
  inItsUnit,
  isLatency,
  type LimitMetric,
  parseFigureWords,
} from '#core/metrics/figures.ts'
import { statisticName } from '#core/metrics/latencies.ts'
import type { SweepLimit } from '#core/model/sweep.ts'
import { parseLimit } from '#core/sweep/limit-text.ts'
import { z } from 'zod'

export const usualStatistics = ['p50', 'p90', 'p95', 'p99', 'mean'] as const

export const writtenLimitSchema = z.object({
  /** The figure as files write it, without the statistic. */
  subject: z.string(),
  /** `p95` or `mean`; of a latency only. */
  statistic: z.string(),
  /** Value in the unit of the figure; percent for a share. */
  value: z.string(),
})

export type WrittenLimit = z.infer<typeof writtenLimitSchema>

export const freshLimit: WrittenLimit = { subject: 'ttft', statistic: 'p95', value: '500' }

/** Null for a name of an earlier version. */
export function subjectOf({ subject }: WrittenLimit): LimitMetric | null {
  const figure = parseFigureWords(subject) ?? parseFigureWords(`mean ${subject}`)
  return figure && figure.name
}

/** Unit beside the value. */
export function limitUnit(name: LimitMetric): string {
  const { family, unit } = figureTraits[name]
  return family === 'share' ? '%' : unit
}

/** Null while it is invalid. */
export function readLimit(written: WrittenLimit): SweepLimit | null {
  const name = subjectOf(written)
  if (name === null) return null
  const statistic = isLatency(name) ? `${written.statistic} ` : ''
  const bound = `${written.value.trim()} ${limitUnit(name)}`
  return parseLimit(`${statistic}${figureWord(name)} ${boundSign(name)} ${bound}`)
}

export function writtenLimit({ name, percentile, bound }: SweepLimit): WrittenLimit {
  const isShare = figureTraits[name].family === 'share'
  return {
    subject: figureWord(name),
    statistic: isLatency(name) ? statisticName(percentile) : freshLimit.statistic,
    value: String(isShare ? Number((bound * 100).toPrecision(12)) : inItsUnit(name, bound)),
  }
}
