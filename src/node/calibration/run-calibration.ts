// The steps of a calibration: for each number of streams the event rate rises until server or client cannot keep up.
import type { CalibrationPlan, CalibrationPoint } from '#core/model/run/calibration.ts'
import {
  type CalibrationPlace,
  calibrationPlaces,
} from '#core/stats/calibration/calibration-load.ts'
import { measurePoint, type PointTools } from './measure-point.ts'

type CalibrationHooks = Readonly<{
  /** Receives each point, and the completed share of the work, 0–1. */
  onPoint(point: CalibrationPoint, progress: number): void
}>

/** Also resolves if cancelled, with fewer points. */
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
