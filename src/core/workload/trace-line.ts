// A line of a recorded trace, with the fields that `--dataset-name timed_trace` reads by default.
import { z } from 'zod'

/** Tokens per block of a prompt; the default of `--timed-trace-chunk-hash-size`. */
export const recordedBlockTokens = 16

export type TraceLine = Readonly<{
  /** Seconds from the arrival of the first recorded request. */
  timestamp: number
  input_length: number
  output_length: number
  hash_ids: readonly number[]
  /** Present if the server did not count the prompt's tokens, so that they are estimated from its characters. */
  input_estimated?: true
  /** Fields that `--dataset-name custom` reads; written only with texts. */
  prompt?: string
  output_tokens?: number
}>

const arrivalSchema = z.object({ timestamp: z.number() })

/** Lines in the order of arrival; requests are written in the order of their ends. Omits a line truncated by a full disk. */
export function inOrderOfArrival(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => {
      const atS = arrivalOf(line)
      return atS === null ? [] : [{ line, atS }]
    })
    .toSorted((a, b) => a.atS - b.atS)
    .map(({ line }) => line)
}

function arrivalOf(line: string): number | null {
  try {
    return arrivalSchema.parse(JSON.parse(line)).timestamp
  } catch {
    return null
  }
}

/** Approximate characters of English text per token. */
const charactersPerToken = 4

export function estimatedTokens(text: string): number {
  return Math.max(1, Math.round(text.length / charactersPerToken))
}
