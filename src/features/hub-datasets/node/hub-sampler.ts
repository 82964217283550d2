// Shared parts of samplers of hub datasets.
import { parse } from 'yaml'
import { z } from 'zod'
import { message, textOf } from '#core/messages/message.ts'
import {
  type CardConfig,
  dataFiles,
  splitsIn,
  type SplitSelection,
} from '#features/hub-datasets/core/data-files.ts'
import { shuffledStream } from '#features/hub-datasets/core/stream-order.ts'
import { Pcg64 } from '#core/random/pcg64.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import type { HubDataset } from '#features/hub-datasets/core/hub-datasets.ts'
import type { SampledRequest } from '#core/workload/sampled-request.ts'
import { type DatasetEntry, invalidDataset } from '#node/datasets/dataset-file.ts'
import { isRowFile, readRowFile } from '#node/datasets/row-file.ts'
import { type DatasetSource, openDataset, readText } from '#node/datasets/dataset-source.ts'
import { datasetPathOf, type SamplerSources } from '#node/datasets/samplers/sampler.ts'

// Parses a dataset's card (its README.md) for the files of each subset and split.
const patternsSchema = z.union([z.string().transform((path) => [path]), z.array(z.string())])
const filesSchema = z.union([
  patternsSchema.transform((patterns) => [{ split: 'train', patterns }]),
  z.array(
    z
      .object({ split: z.string(), path: patternsSchema })
      .transform(({ split, path }) => ({ split, patterns: path })),
  ),
])
const configSchema = z.object({
  config_name: z.string().default('default'),
  default: z.boolean().default(false),
  data_dir: z.string().default(''),
  data_files: filesSchema.optional(),
})
const cardSchema = z.object({ configs: z.array(configSchema).default([]) })

/** Empty if the card names no files, so that file names decide. */
function configsInCard(text: string, where: string): readonly CardConfig[] {
  const [, header] = /^---\r?\n([^]*?)\r?\n---/.exec(text) ?? []
  if (header === undefined) return []
  try {
    return (cardSchema.nullable().parse(parse(header))?.configs ?? []).flatMap(configOf)
  } catch (error) {
    throw invalidDataset(
      message('workload.cardUnreadable', { path: where, why: textOf(error) }),
      message('workload.cardUnreadable.remedy'),
    )
  }
}

function configOf(config: z.infer<typeof configSchema>): CardConfig[] {
  const { config_name: name, default: isDefault, data_dir: folder, data_files: files } = config
  if (files === undefined) return []
  const below = (pattern: string): string => (folder === '' ? pattern : `${folder}/${pattern}`)
  return [
    {
      name,
      isDefault,
      files: files.map(({ split, patterns }) => ({ split, patterns: patterns.map(below) })),
    },
  ]
}

export type HubSampler = (
  config: BenchmarkConfig,
  sources: SamplerSources,
  dataset: HubDataset,
) => Promise<SampledRequest[]>

export function openHub(
  config: BenchmarkConfig,
  { signal }: Pick<SamplerSources, 'signal'>,
): Promise<DatasetSource> {
  return openDataset(datasetPathOf(config), signal)
}

export function rowsOf(
  source: DatasetSource,
  config: BenchmarkConfig,
  dataset: HubDataset,
  { signal }: Pick<SamplerSources, 'signal'>,
): AsyncIterable<DatasetEntry> {
  const subset = dataset.hasNoSubsets ? null : (config.hfSubset ?? dataset.subset)
  const order = {
    seed: config.seed,
    shuffle: !config.disableShuffle,
    streams: !config.noStream && dataset.format !== 'speech-by-path',
  }
  return hubRows(source, { subset, split: config.hfSplit ?? dataset.split }, order, signal)
}

// The rows of one dataset split, in the original client's order.
type RowOrder = Readonly<{
  seed: number
  shuffle: boolean
  /** Whether rows are shuffled as they arrive, within a window, instead of all together. */
  streams: boolean
}>

type RowFile = () => AsyncIterable<DatasetEntry>

async function* hubRows(
  source: DatasetSource,
  wanted: SplitSelection,
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
  wanted: SplitSelection,
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

/** Keeps only the main format, because files of other formats contain notes. */
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

function nothingFound({ subset, split }: SplitSelection, splits: readonly string[]) {
  const asked = [split && `split ${split}`, subset && `subset ${subset}`].filter(Boolean)
  return invalidDataset(
    message('workload.noRowFiles', { split: asked.join(' of ') || message('workload.anySplit') }),
    splits.length > 0
      ? message('workload.splits', { splits: splits.join(', ') })
      : message('workload.rowFileForm'),
  )
}
