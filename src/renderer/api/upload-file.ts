// Uploads a file to the application in pieces, because one message cannot contain a whole file.
import type { AppClient } from './client.ts'

/** Base64 makes it a third longer, which still fits. */
const pieceBytes = 256 * 1024

/** Resolves with the id of the upload. `onPart` receives the sent fraction of the file, 0–1. */
export async function uploadFile(
  client: AppClient,
  file: File,
  onPart: (share: number) => void,
): Promise<string> {
  const { id } = await client.imports.begin({ fileName: file.name })
  let sentBytes = 0
  for await (const base64 of base64Pieces(file)) {
    await client.imports.append({ id, base64 })
    sentBytes += pieceBytes
    onPart(Math.min(1, sentBytes / file.size))
  }
  return id
}

/** Exported for tests. */
export async function* base64Pieces(file: Blob, bytes = pieceBytes): AsyncGenerator<string> {
  for (let at = 0; at < file.size; at += bytes) {
    yield toBase64(new Uint8Array(await file.slice(at, at + bytes).arrayBuffer()))
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
