// The rows of one split of a dataset, in the order the original takes them in.
import { shuffledStream } from '#core/huggingface/stream-order.ts'
import { dataFiles, splitsIn, type Wanted } from '#core/huggingface/data-files.ts'
import { message } from '#core/messages/message.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import { invalidDataset, type DatasetEntry } from '../dataset-file.ts'
import { isRowFile, readRowFile } from '../row-file.ts'
import { configsInCard } from './dataset-card.ts'
import { readText, type DatasetSource } from './dataset-source.ts'

type RowOrder = Readonly<{
  seed: number
  shuffle: boolean
  /** Rows are shuffled as they come, within a window, instead of all together. */
  streams: boolean
}>

type RowFile = () => AsyncIterable<DatasetEntry>

export async function* hubRows(
  source: DatasetSource,
  wanted: Wanted,
  order: RowOrder,
  signal?: AbortSignal,
): AsyncGenerator<DatasetEntry> {
  const files = await rowFiles(source, wanted, signal)
  if (!order.shuffle) yield* inSequence(files)
  else if (order.streams) yield* shuffledStream(files, order.seed)
  else yield* shuffledWhole(files, order.seed)
}

async function rowFiles(
  source: DatasetSource,
  wanted: Wanted,
  signal?: AbortSignal,
): Promise<readonly RowFile[]> {
  const paths = source.paths.filter(isRowFile)
  const card = source.paths.length === 1 ? null : await readText(source, 'README.md')
  const configs = card === null ? [] : configsInCard(card, 'README.md')
  const isOneFile = source.paths.length === 1
  const chosen = dataFiles(paths, configs, isOneFile ? { subset: null, split: null } : wanted)
  const found = chosen.filter(isRowFile)
  if (found.length === 0) throw nothingFound(wanted, splitsIn(paths, configs, wanted.subset))
  return ofMainFormat(found).map(
    (path) =>
      async function* () {
        yield* readRowFile(await source.locate(path), signal)
      },
  )
}

/** Other formats beside the data hold notes about it. */
function ofMainFormat(paths: readonly string[]): readonly string[] {
  const endingOf = (path: string): string => path.replace(/.*\./, '').replace('jsonl', 'json')
  const count = (path: string): number =>
    paths.filter((other) => endingOf(other) === endingOf(path)).length
  const [main = ''] = paths.toSorted((one, other) => count(other) - count(one))
  return paths.filter((path) => endingOf(path) === endingOf(main))
}

async function* inSequence(files: readonly RowFile[]): AsyncGenerator<DatasetEntry> {
  for (const file of files) yield* file()
}

async function* shuffledWhole(
  files: readonly RowFile[],
  seed: number,
): AsyncGenerator<DatasetEntry> {
  const rows: DatasetEntry[] = []
  for await (const row of inSequence(files)) rows.push(row)
  for (const position of new Pcg64(seed).permutation(rows.length)) {
    const row = rows[position]
    if (row !== undefined) yield row
  }
}

function nothingFound({ subset, split }: Wanted, splits: readonly string[]) {
  const asked = [split && `split ${split}`, subset && `subset ${subset}`].filter(Boolean)
  return invalidDataset(
    message('workload.noRowFiles', { split: asked.join(' of ') || message('workload.anySplit') }),
    splits.length > 0
      ? message('workload.splits', { splits: splits.join(', ') })
      : message('workload.rowFileForm'),
  )
}
