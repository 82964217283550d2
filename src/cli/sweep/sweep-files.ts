// Files of a sweep: its curve as CSV, its points as one JSON list, and a result file per point.
import path from 'node:path'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/model/run/measured-run.ts'
import {
  resultFileName,
  resultJson,
  resultListJson,
  resultPieces,
} from '#core/report/result-file/result-json.ts'
import { runsCsv } from '#core/report/csv/runs-csv.ts'
import { writeWholeFile, type FileContent } from '#node/files/write-file.ts'

/** Resolves with the names of the files. */
export async function writeSweepFiles(
  runs: readonly MeasuredRunWithRecords[],
  folder: string,
): Promise<readonly string[]> {
  const files = new Map<string, FileContent>([
    ['curve.csv', runsCsv(runs)],
    ['sweep.json', resultListJson(runs.map((run) => resultJson(run, { detailed: false })))],
    ...runs.map((run) => [nameOf(run), resultPieces(run, { detailed: true })] as const),
  ])
  for (const [name, content] of files) await writeWholeFile(path.join(folder, name), content)
  return [...files.keys()]
}

function nameOf(run: MeasuredRunWithRecords): string {
  return resultFileName(run.config, finishedAtEpochMs(run))
}
