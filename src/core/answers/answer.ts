// The answer of a finished run or sweep as every surface prints it: one line, how sure it is, and what to do next.
import type { Grade } from '#core/judgement/judgement.ts'
import type { Message, Text } from '#core/messages/message.ts'
import { type Cell, cellKey } from '../sweep/cells.ts'
import type { Remedy } from './remedy.ts'
import type { Knee } from '../model/knee.ts'
import type { Run } from '../model/run/run.ts'
import type { Sweep, SweepPoint } from '../model/sweep/sweep.ts'
import { curveName, curvesOf, type FinishedPoint, judgeCurve } from '../sweep/judge-curve.ts'
import { grouped } from '../sweep/grouped.ts'
import { finishedPoint, sweepRows } from '../sweep/sweep-rows.ts'

type AnswerTone = 'good' | 'warn' | 'bad' | 'idle'

export type Confidence = Readonly<{ tone: AnswerTone; text: Text }>

export type SweepAnswer = Readonly<{
  /** Of the configuration, or of the curve; empty where the sweep has one only. */
  name: Text
  /** Without a full stop. */
  line: Message
  confidence: Confidence | null
  /** Sentences that add to the line. */
  notes: readonly Text[]
  /** What to do next, as a sentence; null where the answer is as precise as asked. */
  advice: Message | null
  /** The sweep that does it, on the server of this answer. */
  remedy: Remedy | null
  server: number
  /** The load that the answer rests on; null where there is none. */
  at: Cell | null
  /** Throughput there, to find the best of several configurations. */
  throughput: number | null
}>

export type RunAnswer = Readonly<{
  tone: AnswerTone
  /** Without a full stop. */
  line: Message
  /** Sentences that add to the line. */
  notes: readonly Message[]
}>

export const gradeTones: Readonly<Record<Grade, AnswerTone>> = {
  ...{ valid: 'good', caution: 'warn', 'not-usable': 'bad' },
}

// The curves of a sweep with the runs that were measured along them.
export type MeasuredLoad = Readonly<{ point: SweepPoint; runs: readonly FinishedPoint[] }>

export type MeasuredCurve = Readonly<{
  /** Empty where the sweep has one curve. */
  name: Text
  /** By rising load; of some, nothing is measured yet. */
  cells: readonly MeasuredLoad[]
  /** Positions are those of the cells. */
  knee: Knee
}>

export type AnsweredSweep = Pick<Sweep, 'plan' | 'servers' | 'points' | 'answers' | 'status'>

export function measuredCurves(
  sweep: Pick<Sweep, 'plan' | 'servers' | 'points'>,
  runs: Iterable<Run>,
): MeasuredCurve[] {
  const byId = new Map([...runs].map((run) => [run.id, run]))
  return curvesOf(sweep.plan, sweepRows(sweep, byId), ({ point }) => point).flatMap((rows) => {
    const [lightest] = rows
    if (lightest === undefined) return []
    const cells = [...grouped(rows, ({ point }) => cellKey(point)).values()].flatMap((repeats) =>
      repeats.slice(0, 1).map(({ point }) => ({
        point,
        runs: repeats.flatMap((row) => finishedPoint(row) ?? []),
      })),
    )
    const { knee } = judgeCurve(cells.map((cell) => cell.runs))
    return [{ name: curveName(lightest.point, sweep), cells, knee }]
  })
}
