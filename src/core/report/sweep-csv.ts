// A sweep as a table for a spreadsheet: one line per measured point, with the knee of its curve.
import type { Run } from '../model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { kneesOfPoints, type PointKnee } from '#core/sweep/knees-of-points.ts'
import type { CsvColumn } from '../documents/csv.ts'
import { runsCsv } from './csv/runs-csv.ts'

/** Points without a measurement have no line. */
export function sweepCsv(sweep: Sweep, runs: readonly Run[]): string {
  const knees = kneesOfPoints(sweep, runs)
  const rows = runs.flatMap(({ config, summary, startedAtEpochMs, imported, pointIndex }) =>
    summary === null
      ? []
      : [{ config, summary, startedAtEpochMs, imported, knee: knees.get(pointIndex ?? -1) }],
  )
  return runsCsv(rows, { before: [], after: kneeColumns(({ knee }) => knee) })
}

export function kneeColumns<Row>(kneeOf: (row: Row) => PointKnee | undefined): CsvColumn<Row>[] {
  return [
    { name: 'curve', cell: (row) => kneeOf(row)?.curve ?? null },
    { name: 'knee', cell: (row) => kneeOf(row)?.knee ?? null },
    { name: 'knee_place', cell: (row) => kneeOf(row)?.place ?? null },
  ]
}
