// Reads a text file line by line; lines come without their ends, and one end after the last line makes no line.
import { readChunks } from './dataset-file.ts'

const lineFeed = 0x0a

export async function* readTextLines(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  let isFirst = true
  for await (const line of splitLines(readChunks(path, signal))) {
    const text = line.toString('utf8').replace(/\r$/, '')
    yield isFirst ? text.replace(/^\uFEFF/, '') : text
    isFirst = false
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
    if (start < chunk.length) unfinished.push(chunk.subarray(start))
  }
  if (unfinished.length > 0) yield Buffer.concat(unfinished)
}
