// Reads the rows of a YAML file: a list, a list under a key, or one row per document.
import { Buffer } from 'node:buffer'
import { parseAllDocuments } from 'yaml'
import { message } from '#core/messages/message.ts'
import { type DatasetEntry, invalidDataset, readChunks } from './dataset-file.ts'
import { rowsInside } from './json-file.ts'

export async function* readYaml(
  path: string,
  signal?: AbortSignal,
  unwraps = true,
): AsyncGenerator<DatasetEntry> {
  const chunks: Buffer[] = []
  for await (const chunk of readChunks(path, signal)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const documents = parseAllDocuments(text, { prettyErrors: true })
  const values = Array.from(documents, (document): unknown => {
    const [error] = document.errors
    if (error === undefined) return document.toJS()
    throw invalidDataset(
      message('common.at', { place: path, text: error.message.split('\n', 1)[0] ?? '' }),
      message('workload.fixEntry'),
    )
  })
  const only = values.length === 1 ? values[0] : values
  const listed: readonly unknown[] | null = Array.isArray(only) ? only : null
  const rows = listed ?? (unwraps ? rowsInside(only) : null) ?? [only]
  for (const [row, value] of rows.entries()) yield { value, where: `${path}, entry ${row + 1}` }
}
