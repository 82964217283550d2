// How unevenly requests are distributed over engines: busiest engine ÷ mean. Formula: docs/measuring/servers.md.
import type { SampledSource, SampledValues } from '#core/records/sampled-values.ts'
import { isNear, type Point, type RunSpan, secondsOf, together } from './over-time.ts'

type Spread = Readonly<{ atS: number; most: number; mean: number }>

/** From 1, if all engines have the same number of requests, to the number of engines, if one has all; null if none is busy. */
export function imbalancePoints(sources: readonly SampledSource[], run: RunSpan): readonly Point[] {
  return spreads(sources, run).map(({ atS, most, mean }) => {
    return { atS, value: mean === 0 ? null : most / mean }
  })
}

/** Mean over the run, weighted by the requests at each time. Null with one engine, or if none was busy. */
export function imbalanceOf(sources: readonly SampledSource[], run: RunSpan): number | null {
  const within = spreads(sources, run).filter(({ atS }) => atS >= 0 && atS <= run.durationS)
  const mean = within.reduce((sum, spread) => sum + spread.mean, 0)
  return mean === 0 ? null : within.reduce((sum, spread) => sum + spread.most, 0) / mean
}

function spreads(sources: readonly SampledSource[], run: RunSpan): readonly Spread[] {
  const engines = sources.filter(({ kind }) => kind === 'engine')
  if (engines.length < 2) return []
  const courses = engines.map(({ samples }) =>
    samples
      .map(({ atEpochMs, values }) => ({
        atS: secondsOf(atEpochMs, run),
        value: requestsAt(values),
      }))
      .filter(({ atS }) => isNear(atS, run)),
  )
  return together(courses).map(({ atS, values }) => {
    const all = values.reduce((sum, one) => sum + one, 0)
    return { atS, most: Math.max(...values), mean: all / values.length }
  })
}

function requestsAt({ requestsRunning, requestsWaiting }: SampledValues): number {
  return (requestsRunning ?? 0) + (requestsWaiting ?? 0)
}
