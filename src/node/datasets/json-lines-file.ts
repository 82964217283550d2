// Reads a file that holds one JSON value per line. Empty lines are skipped.
import { parseJson, type DatasetEntry } from './dataset-file.ts'
import { readTextLines } from './text-lines.ts'

export async function* readJsonLines(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<DatasetEntry> {
  let lineNumber = 0
  for await (const text of readTextLines(path, signal)) {
    lineNumber += 1
    const where = `${path}, line ${lineNumber}`
    if (text.trim() !== '') yield { value: parseJson(text, where), where }
  }
}
