// Runs a calibration from its first to its last point; stores and reports it after every change.
import { randomUUID } from 'node:crypto'
import { contentOf, storedFailure } from '#core/messages/message.ts'
import type { Calibration, CalibrationPlan, CalibrationPoint } from '#core/model/run/calibration.ts'
import type { LoadRunner } from '#node/load/load-runner.ts'
import { clientCircumstances } from '#node/load/runtime/client-circumstances.ts'
import type { GroundTruth } from './ground-truth.ts'
import {
  type CalibrationPlace,
  calibrationPlaces,
} from '#core/stats/calibration/calibration-load.ts'
import { measurePoint, type PointTools } from './measure-point.ts'

type CalibrationTools = Readonly<{
  findTruth: () => Promise<GroundTruth>
  runLoad: LoadRunner
  onChange: (calibration: Calibration) => void
}>

export function newCalibration(plan: CalibrationPlan, clientVersion: string): Calibration {
  return {
    id: randomUUID(),
    status: 'running',
    createdAtEpochMs: Date.now(),
    circumstances: { ...clientCircumstances(clientVersion), server: null },
    plan,
    points: [],
    progress: 0,
    failure: null,
  }
}

/** Never rejects: a failed calibration contains the reason, and the points measured so far. */
export async function conductCalibration(
  begun: Calibration,
  tools: CalibrationTools,
  signal: AbortSignal,
): Promise<Calibration> {
  let calibration = begun
  const change = (changes: Partial<Calibration>): void => {
    calibration = { ...calibration, ...changes }
    tools.onChange(calibration)
  }
  try {
    const truth = await tools.findTruth()
    change({ circumstances: { ...calibration.circumstances, server: truth.kind } })
    const onPoint = (point: Calibration['points'][number], progress: number) =>
      change({ points: [...calibration.points, point], progress })
    const { runLoad } = tools
    const status = await runCalibration(
      calibration.plan,
      { startServer: truth.start, runLoad },
      { onPoint },
      signal,
      // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
    ).finally(() => truth.dispose())
    change({ status })
  } catch (error) {
    change({ status: 'failed', failure: storedFailure(contentOf(error)) })
  }
  return calibration
}

type CalibrationHooks = Readonly<{
  /** Receives each point, and the completed share of the work, 0–1. */
  onPoint(point: CalibrationPoint, progress: number): void
}>

/** Resolves with fewer points if cancelled. Exported for tests. */
export async function runCalibration(
  plan: CalibrationPlan,
  tools: PointTools,
  { onPoint }: CalibrationHooks,
  signal: AbortSignal,
): Promise<'completed' | 'cancelled'> {
  const climbs = calibrationPlaces(plan)
  const total = climbs.reduce((sum, places) => sum + places.length, 0)
  let passed = 0
  for (const places of climbs) {
    const before = passed
    passed += places.length
    for (const [i, place] of places.entries()) {
      if (signal.aborted) return 'cancelled'
      const point = await measureWithCare(place, tools, signal)
      if (point === null) return 'cancelled'
      const isLast = point.overloaded !== null
      onPoint(point, (isLast ? passed : before + i + 1) / total)
      if (isLast) break
    }
  }
  return 'completed'
}

/** Measures a suspiciously high value once more, because the machine may have been busy; the second value counts. */
async function measureWithCare(
  place: CalibrationPlace,
  tools: PointTools,
  signal: AbortSignal,
): Promise<CalibrationPoint | null> {
  const point = await measurePoint(place, tools, signal)
  return point === null || point.overloaded === null ? point : measurePoint(place, tools, signal)
}
