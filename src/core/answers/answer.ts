// Answer of a finished run or sweep, as every surface prints it: one line, its confidence, and the next step.
import type { Grade } from '#core/model/run/judgement.ts'
import type { Message, Text } from '#core/messages/message.ts'
import { type Cell, cellKey } from '../sweep/configurations.ts'
import type { Remedy } from './remedy.ts'
import type { Knee } from '../model/sweep-search.ts'
import type { Run } from '../model/run/run.ts'
import type { TelemetrySummary } from '#core/model/run/telemetry.ts'
import type { FoundSetting } from '#core/model/found-setting.ts'
import type { Sweep, SweepPlan, SweepPoint } from '#core/model/sweep.ts'
import { curveName, curvesOf, type FinishedPoint, judgeCurve } from '../sweep/judge-curve.ts'
import { finishedPoint, sweepRows } from '../sweep/sweep-rows.ts'

type AnswerTone = 'good' | 'warn' | 'bad' | 'idle'

export type Confidence = Readonly<{ tone: AnswerTone; text: Text }>

export type SweepAnswer = Readonly<{
  /** Name of the configuration or of the curve; empty if the sweep has only one. */
  name: Text
  /** Without a full stop. */
  line: Message
  confidence: Confidence | null
  /** Sentences that follow the line. */
  notes: readonly Text[]
  /** Recommended next step, as a sentence; null if the answer has the requested precision. */
  advice: Message | null
  /** Sweep that takes that step, on the server of this answer. */
  remedy: Remedy | null
  server: number
  /** Load that the answer is based on; null if there is none. */
  at: Cell | null
  /** Throughput at that load, to find the best of several configurations. */
  throughput: number | null
}>

/** Part of a run that a feature adds sentences about. */
export type NotedRun = Partial<Pick<Run, 'launch'>> &
  Readonly<{ summary: Readonly<{ telemetry: Pick<TelemetrySummary, 'instances'> | null }> | null }>

/** Answers of a feature. */
export type AnswerFeature = Readonly<{
  /** Answers sweeps that choose their settings. */
  ofSetting?: SettingAnswer
  /** Sentences that follow the line of a run. */
  ofRun?: (run: NotedRun) => readonly Message[]
}>

/** The answer with the setting that a sweep found. */
export type SettingAnswer = (
  found: FoundSetting,
  plan: SweepPlan,
) => Pick<SweepAnswer, 'line' | 'notes' | 'advice'>

export type RunAnswer = Readonly<{
  tone: AnswerTone
  /** Without a full stop. */
  line: Message
  /** Sentences that follow the line. */
  notes: readonly Message[]
}>

export const gradeTones: Readonly<Record<Grade, AnswerTone>> = {
  ...{ valid: 'good', caution: 'warn', 'not-usable': 'bad' },
}

/** One load of a curve, with the runs that measured it. */
export type MeasuredLoad = Readonly<{ point: SweepPoint; runs: readonly FinishedPoint[] }>

export type MeasuredCurve = Readonly<{
  /** Empty if the sweep has one curve. */
  name: Text
  /** Loads in rising order; some may have no measurements yet. */
  cells: readonly MeasuredLoad[]
  /** Positions refer to the cells. */
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
    const cells = [...Map.groupBy(rows, ({ point }) => cellKey(point)).values()].flatMap(
      (repeats) =>
        repeats.slice(0, 1).map(({ point }) => ({
          point,
          runs: repeats.flatMap((row) => finishedPoint(row) ?? []),
        })),
    )
    const { knee } = judgeCurve(cells.map((cell) => cell.runs))
    return [{ name: curveName(lightest.point, sweep), cells, knee }]
  })
}
