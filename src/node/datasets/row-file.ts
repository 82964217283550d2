// Reads files of rows in any dataset format, chosen by the file extension; text may be gzipped.
import { extname } from 'node:path'
import { message } from '#core/messages/message.ts'
import type { SkipLine } from '#core/workload/datasets/trace-scan.ts'
import { isFolder } from '#node/files/make-folder.ts'
import { readCsv } from './csv-file.ts'
import { type DatasetEntry, invalidDataset, isPacked, unpackedName } from './dataset-file.ts'
import { openDataset } from './dataset-source.ts'
import { readJson } from './json-file.ts'

type ReadRows = (
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
  unwraps?: boolean,
) => AsyncIterable<DatasetEntry>

/** Loads the Parquet decoder on demand. */
async function* readParquet(path: string, signal?: AbortSignal): AsyncGenerator<DatasetEntry> {
  yield* (await import('./parquet-file.ts')).readParquet(path, signal)
}

/** Only for files that are named: in folders such files are settings. Loads the parser on demand. */
async function* readYaml(path: string, signal?: AbortSignal, unwraps?: boolean) {
  yield* (await import('./yaml-file.ts')).readYaml(path, signal, unwraps)
}

const readers: Readonly<Record<string, ReadRows>> = {
  '.json': readJson,
  '.jsonl': readJson,
  '.csv': readCsv,
  '.tsv': readCsv,
  '.parquet': readParquet,
}

export function isRowFile(path: string): boolean {
  return readerOf(path) !== undefined
}

export function readRowFile(
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
  unwraps?: boolean,
): AsyncIterable<DatasetEntry> {
  const read = readerOf(path)
  if (read !== undefined) return read(path, signal, skip, unwraps)
  throw invalidDataset(
    message('workload.unknownFormat', { path }),
    message('workload.unknownFormat.remedy', { endings: Object.keys(readers).join(', ') }),
  )
}

/**
 * Reads JSON if the extension is unknown, YAML, lines of text for `.txt`, and all files of a folder. Skips only JSON lines. Without
 * `unwraps`, a file with a single object is one entry.
 */
export function readEntries(
  path: string,
  signal?: AbortSignal,
  skip?: SkipLine | null,
  unwraps?: boolean,
): AsyncIterable<DatasetEntry> {
  if (isFolder(path)) return readFolder(path, signal, unwraps)
  if (/\.ya?ml$/i.test(unpackedName(path))) return readYaml(path, signal, unwraps)
  const read = readerOf(path) === undefined ? readJson : readRowFile
  return read(path, signal, skip, unwraps)
}

/** Files sorted by path, without hidden ones, which the Hub's tools leave behind. */
async function* readFolder(
  folder: string,
  signal?: AbortSignal,
  unwraps?: boolean,
): AsyncGenerator<DatasetEntry> {
  const { paths, locate } = await openDataset(folder)
  // Beside descriptions in JSON, as save_to_disk writes them; its reader names the format.
  const arrow = paths.find((path) => path.endsWith('.arrow'))
  if (arrow !== undefined) yield* readJson(await locate(arrow), signal)
  const files = paths.filter((path) => isRowFile(path) && !/(^|\/)\./.test(path))
  if (files.length === 0) {
    throw invalidDataset(
      message('workload.noRowFiles', { split: message('workload.anySplit') }),
      message('workload.rowFileForm'),
    )
  }
  for (const file of files) yield* readRowFile(await locate(file), signal, null, unwraps)
}

function readerOf(path: string): ReadRows | undefined {
  const format = extname(unpackedName(path)).toLowerCase()
  // Parquet files are already compressed internally.
  return isPacked(path) && format === '.parquet' ? undefined : readers[format]
}
