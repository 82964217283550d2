// Sweep that rehearses a curve of MLPerf Endpoints: one fixed concurrency per point, each as long as its region requires.
import type { SweepPlan } from '#core/model/sweep.ts'
import { withParams } from '#core/sweep/file/with-params.ts'
import {
  curveConcurrencies,
  leastDurationS,
  type RegionName,
  regionOf,
  regionsOf,
} from './regions.ts'

type RehearsalOrder = Readonly<{
  /** 1…32. */
  minConcurrency: number
  /** Above 32. */
  maxConcurrency: number
  points: number
  isAgentic: boolean
  /** Shortens every point; null measures as long as the rules require. */
  minutesPerPoint: number | null
}>

export type RehearsalPoint = Readonly<{
  concurrency: number
  region: RegionName | null
  minutes: number
}>

export function rehearsalPoints(order: RehearsalOrder): RehearsalPoint[] {
  const ends = { cMin: order.minConcurrency, cMax: order.maxConcurrency }
  const regions = regionsOf(ends)
  return curveConcurrencies(ends, order.points).map((concurrency) => ({
    concurrency,
    region: regionOf(concurrency, regions),
    minutes: order.minutesPerPoint ?? leastDurationS(concurrency, order.isAgentic) / 60,
  }))
}

/** Replaces the loads of `plan`. A pass over the dataset is `--num-prompts` requests, which a timed run repeats in order. */
export function rehearsalPlan(plan: SweepPlan, points: readonly RehearsalPoint[]): SweepPlan {
  const settings = points.map(({ concurrency, minutes }) => ({
    benchmark: { maxConcurrency: concurrency, durationMinutes: minutes },
    server: {},
  }))
  const base: SweepPlan = {
    ...plan,
    ...{ requestRates: ['inf'], maxConcurrencies: [null], secondsPerPoint: null, search: null },
  }
  return withParams(base, { serve: null, bench: settings, links: [] })
}
