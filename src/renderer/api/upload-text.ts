// Hands a file to the application piece by piece: one message may not hold a whole one.
import type { AppClient } from './client.ts'

/** As text inside a message a byte may grow to six, which still fits. */
const pieceBytes = 128 * 1024

/** Resolves with the id of the upload. `onPart` is told how much of the file has gone, 0–1. */
export async function uploadText(
  client: AppClient,
  file: File,
  onPart: (share: number) => void,
): Promise<string> {
  const { id } = await client.imports.begin({ fileName: file.name })
  let sentBytes = 0
  for await (const text of textPieces(file)) {
    if (text !== '') await client.imports.append({ id, text })
    sentBytes += pieceBytes
    onPart(Math.min(1, sentBytes / file.size))
  }
  return id
}

/** Never cut within a character. */
export async function* textPieces(file: Blob, bytes = pieceBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for (let at = 0; at < file.size; at += bytes) {
    yield decoder.decode(await file.slice(at, at + bytes).arrayBuffer(), { stream: true })
  }
  yield decoder.decode()
}
