// Whether results from a calibrated client can be trusted: its highest reliable load, and the latency that it adds there.
import { formatCount, formatNumber } from '#core/base/numbers.ts'
import { message, type Message } from '#core/messages/message.ts'
import type { AddedMetric, Calibration, CalibrationPoint } from '../model/run/calibration.ts'

/** The answer of a calibration and its tone; null if no load was measured. */
export function calibrationAnswer({
  points,
}: Pick<Calibration, 'points'>): Readonly<{ tone: 'good' | 'bad'; text: Message }> | null {
  const [first] = points
  if (first === undefined) return null
  const trusted = points.filter((point) => isTrusted(point, points))
  const heaviest = trusted.toSorted(byEvents).at(-1)
  if (heaviest === undefined) {
    return { tone: 'bad', text: message('answers.calibration.no', placeOf(lightest(points))) }
  }
  const lighter = trusted.filter((point) => isLighter(point, heaviest))
  const added = (metric: AddedMetric) =>
    formatNumber(Math.max(...lighter.map(({ addedUs }) => addedUs[metric].p99)) / 1000)
  const values = { ...placeOf(heaviest), ttftMs: added('ttft'), itlMs: added('itl') }
  const wasLimit = points.some(({ overloaded }) => overloaded === 'client')
  return {
    tone: 'good',
    text: wasLimit
      ? message('answers.calibration.upTo', values)
      : message('answers.calibration.atLeast', values),
  }
}

/** Whether client and server kept up with this load, and the client with every lighter load. */
function isTrusted(point: CalibrationPoint, all: readonly CalibrationPoint[]): boolean {
  const isOverloadedBelow = all.some(
    (other) => other.overloaded === 'client' && isLighter(other, point),
  )
  return point.overloaded === null && !isOverloadedBelow
}

function isLighter(one: CalibrationPoint, other: CalibrationPoint): boolean {
  return one.streams <= other.streams && one.eventsPerS <= other.eventsPerS
}

function lightest(points: readonly CalibrationPoint[]): CalibrationPoint | undefined {
  return points.toSorted(byEvents)[0]
}

function byEvents(a: CalibrationPoint, b: CalibrationPoint): number {
  return a.eventsPerS - b.eventsPerS || a.streams - b.streams
}

function placeOf(point: CalibrationPoint | undefined) {
  return {
    streams: formatCount(point?.streams),
    events: formatCount(point?.eventsPerS),
  }
}
