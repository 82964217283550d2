// Result files being imported: the progress and outcome of each.
import type { ImportReport } from '#contract/import-report.ts'
import type { AppError } from '#core/model/app-error.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { callError } from '../api/call-error.ts'
import { type AppClient, useClient } from '../api/client.ts'

export type FileImport =
  | Readonly<{ state: 'going'; fileName: string; /** 0–1. */ sent: number }>
  | Readonly<{ state: 'done'; fileName: string; report: ImportReport }>
  | Readonly<{ state: 'failed'; fileName: string; error: AppError }>

export const useImports = defineStore('imports', () => {
  const client = useClient()
  const files = shallowRef<readonly FileImport[]>([])
  const busy = shallowRef(false)

  /** One import at a time; replaces the outcomes of earlier files. */
  async function importFiles(chosen: readonly File[]): Promise<void> {
    if (busy.value || chosen.length === 0) return
    busy.value = true
    files.value = chosen.map(({ name }) => ({ state: 'going', fileName: name, sent: 0 }))
    for (const [index, file] of chosen.entries()) put(index, await importFile(index, file))
    busy.value = false
  }

  async function importFile(index: number, file: File): Promise<FileImport> {
    const fileName = file.name
    try {
      const id = await uploadFile(client, file, (sent) =>
        put(index, { state: 'going', fileName, sent }),
      )
      return { state: 'done', fileName, report: await client.imports.finish({ id }) }
    } catch (error) {
      return { state: 'failed', fileName, error: callError(error) }
    }
  }

  function put(index: number, changed: FileImport): void {
    files.value = files.value.with(index, changed)
  }

  function dismiss(): void {
    files.value = []
  }

  return { files, busy, importFiles, dismiss }
})

/** Base64 makes it a third longer, which still fits. */
const pieceBytes = 256 * 1024

/** Uploads in pieces, because one message cannot contain a whole file. Resolves with the id; `onPart` receives the sent fraction, 0–1. */
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
