// Where the files of a run go: proved writable before it, written after it.
import path from 'node:path'
import type { OutputOptions } from '#core/model/output-options.ts'
import { finishedAtEpochMs, type MeasuredRunWithRecords } from '#core/report/measured-run.ts'
import { resultFileName } from '#core/report/result-file-name.ts'
import { resultFiles } from './result-files.ts'
import { requireWritableFile, requireWritableFolder, writeResult } from './output-file.ts'

export function wantsFiles(output: OutputOptions): boolean {
  return resultFiles.some(({ wanted }) => wanted(output))
}

export async function requireWritableTarget(output: OutputOptions): Promise<void> {
  const { resultFilename } = output
  if (resultFilename === null) await requireWritableFolder(folderOf(output))
  else await requireWritableFile(path.resolve(folderOf(output), resultFilename))
}

/** Resolves with a sentence on each file. */
export async function saveFiles(
  run: MeasuredRunWithRecords,
  output: OutputOptions,
): Promise<readonly string[]> {
  const name = output.resultFilename ?? resultFileName(run.config, finishedAtEpochMs(run))
  const target = path.resolve(folderOf(output), name)
  const sentences: string[] = []
  for (const { told, ending, wanted, text } of resultFiles) {
    const content = wanted(output) ? await text({ run, output }) : null
    if (content === null) continue
    const file = ending === null ? target : withEnding(target, ending)
    await writeResult(file, content, ending === null && output.appendResult)
    sentences.push(`${told} ${file}.`)
  }
  return sentences
}

function withEnding(file: string, ending: string): string {
  const { dir, name } = path.parse(file)
  return path.join(dir, name + ending)
}

function folderOf({ resultDir }: OutputOptions): string {
  return resultDir ?? '.'
}
