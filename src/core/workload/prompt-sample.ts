// What a workload looks like before it is sent: a handful of its requests, and how long all of them are.
import { lengthHistogram, type LengthHistogram } from '../stats/drawing/length-histogram.ts'
import type { SampledRequest } from './sampled-request.ts'
import { beginningsOf } from './arrivals/beginnings.ts'
import { attachmentsOf, readableText, type Attachment } from './readable-prompt.ts'

/** Seconds from the start; a later turn of a conversation waits for the answer before it, and then thinks for so long. */
export type PromptDue =
  { after: 'start'; offsetS: number } | { after: 'answer'; turn: number; thinkS: number }

export type SampledPrompt = {
  /** Position in the plan, from 0. */
  index: number
  due: PromptDue
  text: string
  /** The prompt continues after the shown part. */
  isCut: boolean
  attachments: Attachment[]
  promptTokens: number
  outputTokens: number
}

export type PromptSample = {
  requests: number
  promptTokens: number
  outputTokens: number
  /** Of the whole workload; null where it is empty. */
  promptLengths: LengthHistogram | null
  outputLengths: LengthHistogram | null
  prompts: SampledPrompt[]
}

type Planned = Readonly<{ requests: readonly SampledRequest[]; offsetsS: ArrayLike<number> }>

/** The first ones, and the shortest and longest of all. */
export function promptSample({ requests, offsetsS }: Planned): PromptSample {
  const prompts = requests.map(({ promptTokens }) => promptTokens)
  const beginnings = beginningsOf(requests)
  const outputs = requests.map(({ expectedOutputTokens }) => expectedOutputTokens)
  return {
    requests: requests.length,
    promptTokens: total(prompts),
    outputTokens: total(outputs),
    promptLengths: lengthHistogram(prompts),
    outputLengths: lengthHistogram(outputs),
    prompts: positionsShown(prompts).flatMap((index) => {
      const request = requests[index]
      return request === undefined
        ? []
        : [shown(request, index, dueOf(request, offsetsS[beginnings[index] ?? 0] ?? 0))]
    }),
  }
}

const firstOnes = 4

function positionsShown(lengths: readonly number[]): readonly number[] {
  const extremes = lengths.reduce<{ shortest: number; longest: number }>(
    ({ shortest, longest }, length, index) => ({
      shortest: length < (lengths[shortest] ?? 0) ? index : shortest,
      longest: length > (lengths[longest] ?? 0) ? index : longest,
    }),
    { shortest: 0, longest: 0 },
  )
  const first = lengths.slice(0, firstOnes).map((_, index) => index)
  const positions = lengths.length === 0 ? [] : [...first, extremes.shortest, extremes.longest]
  return [...new Set(positions)].sort((a, b) => a - b)
}

const mostCharacters = 2000

/** Turns are counted from 1, as people do. */
function dueOf({ turn }: SampledRequest, offsetS: number): PromptDue {
  return turn === undefined || turn.number === 0
    ? { after: 'start', offsetS }
    : { after: 'answer', turn: turn.number + 1, thinkS: turn.thinkS }
}

function shown(request: SampledRequest, index: number, due: PromptDue): SampledPrompt {
  const characters = [...readableText(request, mostCharacters)]
  return {
    index,
    due,
    text: characters.slice(0, mostCharacters).join(''),
    isCut: characters.length > mostCharacters,
    attachments: attachmentsOf(request),
    promptTokens: request.promptTokens,
    outputTokens: request.expectedOutputTokens,
  }
}

function total(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0)
}
