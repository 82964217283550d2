// Reads a file that holds either one JSON array of objects or one JSON value per line, decided by its first character.
import { readChunks, type DatasetEntry } from './dataset-file.ts'
import { readJsonArray } from './json-array-file.ts'
import { readJsonLines } from './json-lines-file.ts'

export async function* readJson(path: string, signal?: AbortSignal): AsyncGenerator<DatasetEntry> {
  yield* (await beginsAsArray(path)) ? readJsonArray(path, signal) : readJsonLines(path, signal)
}

async function beginsAsArray(path: string): Promise<boolean> {
  for await (const chunk of readChunks(path)) {
    const start = chunk
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimStart()
    if (start !== '') return start.startsWith('[')
  }
  return false
}
