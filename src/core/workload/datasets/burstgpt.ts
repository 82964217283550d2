// Lengths of requests that people sent to GPT-4, as the BurstGPT trace recorded them; the prompts themselves are made up.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import type { SampledRequest } from '../sampled-request.ts'
import { mostTokens } from './dataset-entry.ts'
import type { Tokenizer } from '../tokenizer.ts'

export type RecordedLengths = Readonly<{ promptTokens: number; outputTokens: number }>

type BurstGptOptions = Readonly<{ count: number; seed: number; requestIdPrefix: string }>

export type BurstGptColumns = Readonly<{ model: number; outputTokens: number }>

type Cells = readonly (string | undefined)[]

/** The columns that choose the rows go by name; the request's lengths are the third and fourth, whatever their names. */
const promptColumn = 2
const outputColumn = 3

export function burstGptColumns(header: readonly string[], where: string): BurstGptColumns {
  const columnOf = (name: string): number => {
    const column = header.indexOf(name)
    if (column >= 0) return column
    throw new AppError('dataset-invalid', message('workload.noColumn', { where, name }), {
      field: 'datasetPath',
      remedy: message('workload.burstGptFirstLine'),
    })
  }
  return { model: columnOf('Model'), outputTokens: columnOf('Response tokens') }
}

/** Null for rows of other models and rows without an answer, which are left out. */
export function recordedLengths(
  cells: Cells,
  { columns, where }: Readonly<{ columns: BurstGptColumns; where: string }>,
): RecordedLengths | null {
  if (cells[columns.model] !== 'GPT-4') return null
  if (tokensIn(cells[columns.outputTokens], where) === 0) return null
  return {
    promptTokens: tokensIn(cells[promptColumn], where),
    outputTokens: tokensIn(cells[outputColumn], where),
  }
}

/** Rows are drawn as pandas draws them: without repeating any as long as there are enough. */
export async function sampleBurstGpt(
  rows: readonly RecordedLengths[],
  { count, seed, requestIdPrefix }: BurstGptOptions,
  tokenizer: Pick<Tokenizer, 'vocabSize' | 'decode'>,
): Promise<SampledRequest[]> {
  const random = new NumpyRandomState(seed)
  const positions =
    count <= rows.length
      ? random.permutation(rows.length).slice(0, count)
      : random.randintArray(0, rows.length, count)
  const drawn = [...positions].flatMap((position) => rows[position] ?? [])
  const texts = await tokenizer.decode(
    drawn.map(({ promptTokens }, index) =>
      consecutiveIds(index, promptTokens, tokenizer.vocabSize),
    ),
  )
  return drawn.map(({ promptTokens, outputTokens }, index) => ({
    prompt: texts[index] ?? '',
    promptTokens,
    expectedOutputTokens: outputTokens,
    requestId: `${requestIdPrefix}${index}`,
  }))
}

function consecutiveIds(first: number, count: number, vocabSize: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, position) => (first + position) % vocabSize)
}

function tokensIn(cell: string | undefined, where: string): number {
  const tokens = Number(cell)
  const isCount = Number.isInteger(tokens) && tokens >= 0 && tokens <= mostTokens
  if (cell !== undefined && cell.trim() !== '' && isCount) return tokens
  throw new AppError(
    'dataset-invalid',
    message('workload.badTokenCount', { where, value: cell ?? '' }),
    {
      field: 'datasetPath',
      remedy: message('workload.fixRow'),
    },
  )
}
