// What importing one file wrote into the database.
import type { ImportProblem } from '#contract/import-report.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep/sweep.ts'

export type ImportReport = Readonly<{
  fileName: string
  imported: Run[]
  /** Runs that were imported before. */
  known: Run[]
  /** Those of a bundle. */
  sweeps: Sweep[]
  problems: ImportProblem[]
}>
