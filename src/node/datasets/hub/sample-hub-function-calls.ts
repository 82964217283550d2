// The Berkeley Function Calling Leaderboard: one file of rows for each category.
import { message } from '#core/messages/message.ts'
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import {
  interleaved,
  sampleFunctionCalls,
  usualCategories,
} from '#core/workload/hub/function-calls.ts'
import { invalidDataset } from '../dataset-file.ts'
import { readJson } from '../json-file.ts'
import { neededTokenizer, sampleOptions } from '../samplers/sampler.ts'
import type { DatasetSource } from './dataset-source.ts'
import { openHub, type HubSampler } from './hub-sampler.ts'

export const sampleHubFunctionCalls: HubSampler = async (config, sources, dataset) => {
  const source = await openHub(config, sources)
  const lists: unknown[][] = []
  for (const category of categoriesOf(config)) {
    const rows: unknown[] = []
    const path = await source.locate(fileOf(category, source))
    for await (const { value } of readJson(path, sources.signal)) rows.push(value)
    lists.push(rows)
  }
  const outputTokens = config.outputLen ?? config.hfOutputLen ?? dataset.outputTokens ?? 1
  const options = { ...sampleOptions(config, sources), outputTokens }
  return sampleFunctionCalls(interleaved(lists), options, neededTokenizer(sources, config))
}

function categoriesOf({ bfclCategories }: BenchmarkConfig): readonly string[] {
  const named = (bfclCategories ?? '').split(',').map((category) => category.trim())
  const wanted = named.filter((category) => category !== '')
  return wanted.length > 0 ? wanted : usualCategories
}

function fileOf(category: string, { paths }: DatasetSource): string {
  const pattern = /^BFCL_v\d+_(.*)\.json$/
  const file = paths.find((path) => pattern.exec(path)?.[1] === category)
  if (file !== undefined) return file
  const known = paths.flatMap((path) => pattern.exec(path)?.[1] ?? [])
  throw invalidDataset(
    message('workload.noBfclFile', { file: category }),
    known.length > 0
      ? message('workload.bfclCategories', { categories: known.join(', ') })
      : message('workload.bfclFolder'),
  )
}
