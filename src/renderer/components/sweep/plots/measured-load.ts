// A single run as a curve with one point.
import type { Run } from '#core/model/run/run.ts'
import { singleLoad } from '#core/sweep/single-load.ts'
import { sweepRows } from '#core/sweep/sweep-rows.ts'
import { cellCurves } from '../cells/sweep-cells.ts'
import type { MeasuredSweep } from './drawn-curves.ts'

export function measuredLoad(run: Run): MeasuredSweep {
  const sweep = singleLoad(run)
  return { sweep, curves: cellCurves(sweep, sweepRows(sweep, new Map([[run.id, run]]))) }
}
