// Reads a file that holds one JSON value per line. Empty lines are skipped.
import { parseJson, readChunks, type DatasetEntry } from './dataset-file.ts'

const lineFeed = 0x0a

export async function* readJsonLines(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<DatasetEntry> {
  let lineNumber = 0
  for await (const line of splitLines(readChunks(path, signal))) {
    lineNumber += 1
    const text = line.toString('utf8').replace(/^\uFEFF/, '')
    const where = `${path}, line ${lineNumber}`
    if (text.trim() !== '') yield { value: parseJson(text, where), where }
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let unfinished: Buffer[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...unfinished, chunk.subarray(start, end)])
      unfinished = []
      start = end + 1
    }
    unfinished.push(chunk.subarray(start))
  }
  yield Buffer.concat(unfinished)
}
