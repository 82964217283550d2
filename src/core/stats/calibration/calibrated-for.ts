// Finds the calibration point for a run: at its load, or at the nearest higher load.
import type {
  Calibration,
  CalibrationCircumstances,
  CalibrationPoint,
} from '#core/model/run/calibration.ts'
import type { RunSummary } from '#core/model/run/run-summary.ts'

type CalibratedRun = Readonly<{
  measuredAtEpochMs: number
  point: CalibrationPoint
  /** False if the run went beyond every calibrated load. */
  covers: boolean
}>

type RunLoad = Readonly<{ streams: number; eventsPerS: number }>

/**
 * Uses the newest completed calibration, else the newest with at least one point. Null if there is none, or the run did not
 * stream.
 */
export function calibratedFor(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): CalibratedRun | null {
  return byNewest(summary, calibrations, (newest, load) => {
    const above = newest.points.filter((point) => covers(point, load)).toSorted(byLoad)[0]
    const point = above ?? newest.points.toSorted(byLoad).at(-1)
    if (point === undefined) return null
    return { measuredAtEpochMs: newest.createdAtEpochMs, point, covers: above !== undefined }
  })
}

/** Lowest load that overloaded our client, if the run's load is still higher; null otherwise. */
function overloadedBelow(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): CalibrationPoint | null {
  return byNewest(summary, calibrations, ({ points }, load) => {
    const below = points.filter(
      ({ overloaded, streams, eventsPerS }) =>
        overloaded === 'client' && streams <= load.streams && eventsPerS <= load.eventsPerS,
    )
    return below.toSorted(byLoad)[0] ?? null
  })
}

function byNewest<Found>(
  summary: RunSummary,
  calibrations: readonly Calibration[],
  find: (newest: Calibration, load: RunLoad) => Found | null,
): Found | null {
  const load = loadOf(summary)
  const newest = newestOf(calibrations)
  return load === null || newest === undefined ? null : find(newest, load)
}

function newestOf(calibrations: readonly Calibration[]): Calibration | undefined {
  const newestFirst = calibrations
    .filter(({ points, circumstances }) => points.length > 0 && circumstances.isElsewhere !== true)
    .toSorted((a, b) => b.createdAtEpochMs - a.createdAtEpochMs)
  return newestFirst.find(({ status }) => status === 'completed') ?? newestFirst[0]
}

/** Also null for runs sent by another machine, because calibrations apply to this one. */
function loadOf(summary: RunSummary): RunLoad | null {
  if (summary.origin !== undefined) return null
  const streams = summary.peakConcurrency ?? summary.maxConcurrentRequests
  const events = summary.metrics.itl.count ?? 0
  if (streams === null || events === 0) return null
  return { streams, eventsPerS: events / summary.durationS }
}

function covers(point: CalibrationPoint, { streams, eventsPerS }: RunLoad): boolean {
  return point.streams >= streams && point.eventsPerS >= eventsPerS && point.overloaded === null
}

function byLoad(a: CalibrationPoint, b: CalibrationPoint): number {
  return a.streams - b.streams || a.eventsPerS - b.eventsPerS
}

type Circumstances = Omit<CalibrationCircumstances, 'server' | 'isElsewhere'>

const compared = ['processor', 'cores', 'platform', 'nodeVersion', 'clientVersion'] as const

/** Flags calibrations by another client or machine. */
export function markElsewhere(
  calibrations: readonly Calibration[],
  here: Circumstances,
): readonly Calibration[] {
  return calibrations.map((calibration) =>
    isMadeIn(calibration.circumstances, here) ? calibration : asElsewhere(calibration),
  )
}

function isMadeIn(made: CalibrationCircumstances, here: Circumstances): boolean {
  const isOtherMachine = made.machine !== undefined && made.machine !== here.machine
  return !isOtherMachine && compared.every((name) => made[name] === here[name])
}

export function asElsewhere(calibration: Calibration): Calibration {
  return { ...calibration, circumstances: { ...calibration.circumstances, isElsewhere: true } }
}

/**
 * Adds the calibration of its client to a run, so that the run can be assessed alone. Unchanged if the client was never
 * calibrated or not monitored.
 */
export function withCalibration(
  summary: RunSummary,
  calibrations: readonly Calibration[],
): RunSummary {
  if (summary.client === null || calibrations.length === 0) return summary
  const point = overloadedBelow(summary, calibrations)
  const overloadedAt = point && { streams: point.streams, eventsPerS: point.eventsPerS }
  return { ...summary, client: { ...summary.client, overloadedAt } }
}
