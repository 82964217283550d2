// The burstgpt dataset: a CSV file of recorded request and response lengths.
import {
  burstGptColumns,
  recordedLengths,
  sampleBurstGpt as sampleLengths,
  type BurstGptColumns,
  type RecordedLengths,
} from '#core/workload/datasets/burstgpt.ts'
import { message } from '#core/messages/message.ts'
import { csvCells } from '../csv-file.ts'
import { readTextLines } from '../dataset-file.ts'
import { datasetPathOf, neededTokenizer, notEmpty, sampleOptions, type Sampler } from './sampler.ts'

export const sampleBurstGpt: Sampler = async (config, sources) => {
  const tokenizer = neededTokenizer(sources, config)
  const path = datasetPathOf(config)
  const rows = notEmpty(await readRows(path, sources.signal), {
    problem: message('workload.noGpt4Row', { path }),
    remedy: message('workload.burstGptFile'),
  })
  return sampleLengths(rows, sampleOptions(config, sources), tokenizer)
}

async function readRows(path: string, signal?: AbortSignal): Promise<RecordedLengths[]> {
  const rows: RecordedLengths[] = []
  let columns: BurstGptColumns | null = null
  let lineNumber = 0
  for await (const line of readTextLines(path, signal)) {
    lineNumber += 1
    const where = `${path}, line ${lineNumber}`
    if (line.trim() === '') continue
    const cells = csvCells(line)
    if (columns === null) columns = burstGptColumns(cells, where)
    else {
      const lengths = recordedLengths(cells, { columns, where })
      if (lengths !== null) rows.push(lengths)
    }
  }
  return rows
}
