// What the entries of a sweep's log say of loads, of points that ended and of searches: figures, never sentences.
import type { SweepLogEntry } from '#core/model/sweep/sweep-log.ts'
import type { FoundAnswer, SweepPoint } from '#core/model/sweep/sweep.ts'
import type { PointEnd } from './sweep-tools.ts'

type Values = SweepLogEntry['values']

export function loadValues({ requestRate, maxConcurrency }: SweepPoint): Values {
  return { requestRate, ...(maxConcurrency !== null && { maxConcurrency }) }
}

type Ended = Omit<PointEnd, 'status'> & Readonly<{ status: SweepPoint['status'] }>

export function pointEndValues({ status, summary, lostBecause }: Ended): Values {
  return {
    status,
    ...(lostBecause !== null && { reason: lostBecause }),
    ...(summary !== null && {
      completed: summary.completed,
      failed: summary.failed ?? 0,
      requestThroughput: summary.requestThroughput,
      outputThroughput: summary.outputThroughput,
    }),
  }
}

export function answerValues({ answer }: FoundAnswer): Values {
  const { ending, runs } = answer
  const load = answer.kind === 'capacity' ? answer.highestHeld : answer.knee
  return { kind: answer.kind, ending, runs, ...(load !== null && { load }) }
}
