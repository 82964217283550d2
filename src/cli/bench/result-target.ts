// The result file of a run: proved writable before it, written after it.
import path from 'node:path'
import type { OutputOptions } from '#core/model/output-options.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/report/measured-run.ts'
import { resultFileName } from '#core/report/result-file-name.ts'
import { resultJson } from '#core/report/result-json.ts'
import { requireWritableFile, requireWritableFolder, writeResult } from './output-file.ts'

export function wantsResultFile({ saveResult, appendResult }: OutputOptions): boolean {
  return saveResult || appendResult
}

export async function requireWritableTarget(output: OutputOptions): Promise<void> {
  const { resultFilename } = output
  if (resultFilename === null) await requireWritableFolder(folderOf(output))
  else await requireWritableFile(path.resolve(folderOf(output), resultFilename))
}

/** Resolves with the path of the file. */
export async function saveResult(
  run: MeasuredRunWithRecords,
  output: OutputOptions,
): Promise<string> {
  const name = output.resultFilename ?? resultFileName(run.config, finishedAtEpochMs(run))
  const file = path.resolve(folderOf(output), name)
  const text = resultJson(run, { detailed: output.saveDetailed })
  await writeResult(file, text, output.appendResult)
  return file
}

function folderOf({ resultDir }: OutputOptions): string {
  return resultDir ?? '.'
}
