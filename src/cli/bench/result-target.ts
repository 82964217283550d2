// Where the files of a run go, proved writable before it.
import path from 'node:path'
import type { OutputOptions } from '#core/flags/output.ts'
import { requireWritableFile, requireWritableFolder } from './output-file.ts'
import { resultFiles } from './result-files.ts'

export function wantsFiles(output: OutputOptions): boolean {
  return resultFiles.some(({ wanted }) => wanted(output))
}

export async function requireWritableTarget(output: OutputOptions): Promise<void> {
  const { resultFilename } = output
  if (resultFilename === null) await requireWritableFolder(folderOf(output))
  else await requireWritableFile(path.resolve(folderOf(output), resultFilename))
}

export function folderOf({ resultDir }: OutputOptions): string {
  return resultDir ?? '.'
}
