// Reads the rows of a Parquet file as objects, with one row group in memory at a time.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { message, textOf } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { type DatasetEntry, invalidDataset } from './dataset-file.ts'

export async function* readParquet(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<DatasetEntry> {
  const file = await attempt(path, () => asyncBufferFromFile(path))
  const metadata = await attempt(path, () => parquetMetadataAsync(file))
  let rowStart = 0
  for (const { num_rows: groupRows } of metadata.row_groups) {
    if (signal?.aborted) throw new AppError('cancelled', message('workload.readingCancelled'))
    const rowEnd = rowStart + Number(groupRows)
    const rows = await attempt(path, () =>
      // Decodes bytes that are marked as text.
      parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, utf8: false }),
    )
    for (const [index, row] of rows.entries()) {
      yield { value: withoutBigInts(row), where: `${path}, row ${rowStart + index + 1}` }
    }
    rowStart = rowEnd
  }
}

async function attempt<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw invalidDataset(
      message('workload.parquet', { path, why: textOf(error) }),
      message('workload.notUnpacked.remedy'),
    )
  }
}

/** Converts 64-bit integers from BigInt to numbers, as other readers return them. Rows are new, so this works in place. */
function withoutBigInts(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const held = value as Record<string, unknown>
  for (const name of Object.keys(held)) {
    const inner = held[name]
    if (typeof inner === 'bigint' || typeof inner === 'object') held[name] = withoutBigInts(inner)
  }
  return value
}
