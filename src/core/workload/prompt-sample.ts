// Preview of a workload: some of its requests, and the length distribution of all.
import type { ChatMessage, ContentPart } from './message-content.ts'
import type { Prompt, SampledRequest } from './sampled-request.ts'
import { TokenIds } from './token-ids.ts'
import { lengthHistogram, type LengthHistogram } from '#core/base/length-histogram.ts'
import { beginningsOf } from './beginnings.ts'
import { sum } from '#core/base/spread.ts'

/** Media that may accompany a prompt. */
export const attachments = ['image', 'video', 'audio'] as const

type Attachment = (typeof attachments)[number]

/**
 * Shows token ids as numbers, and conversations or multiple prompts one below the other. May truncate after `enough` characters.
 */
function readableText(request: SampledRequest, enough = Infinity): string {
  const { prompt, furtherPrompts = [], chatMessages, content } = request
  if (chatMessages !== undefined) return chatMessages.map(messageText).join('\n\n')
  if (content !== undefined) return content.map(partText).join('')
  return [prompt, ...furtherPrompts].map((one) => promptText(one, enough)).join('\n\n')
}

/** Reads only `enough` ids, because each takes at least two characters. */
function promptText(prompt: Prompt, enough: number): string {
  return prompt instanceof TokenIds
    ? prompt.toArray().subarray(0, enough).join(' ')
    : String(prompt)
}

function messageText({ role, content }: ChatMessage): string {
  const text = typeof content === 'string' ? content : content.map(partText).join('')
  return `${role}: ${text}`
}

function partText(part: ContentPart): string {
  return part.type === 'text' ? part.text : `[${kinds[part.type]}]`
}

const kinds: Readonly<Record<Exclude<ContentPart['type'], 'text'>, Attachment>> = {
  image_url: 'image',
  video_url: 'video',
  input_audio: 'audio',
}

/** One entry per image, video and recording. */
function attachmentsOf({
  media = [],
  content = [],
  chatMessages = [],
  recording,
}: SampledRequest): Attachment[] {
  const parts = [
    ...media,
    ...content,
    ...chatMessages.flatMap((message) =>
      typeof message.content === 'string' ? [] : message.content,
    ),
  ]
  const shown = parts.flatMap((part) => (part.type === 'text' ? [] : [kinds[part.type]]))
  return recording === undefined ? shown : [...shown, 'audio']
}

/** Seconds from the start; a later turn of a conversation is due a think time after the preceding response. */
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
  /** Lengths in the whole workload; null if it is empty. */
  promptLengths: LengthHistogram | null
  outputLengths: LengthHistogram | null
  prompts: SampledPrompt[]
}

type PlannedRequests = Readonly<{
  requests: readonly SampledRequest[]
  offsetsS: ArrayLike<number>
}>

/** Samples the first requests, the shortest and longest of all, and the one at index `wanted`. */
export function promptSample(
  { requests, offsetsS }: PlannedRequests,
  wanted?: number,
): PromptSample {
  const prompts = requests.map(({ promptTokens }) => promptTokens)
  const beginnings = beginningsOf(requests)
  const outputs = requests.map(({ expectedOutputTokens }) => expectedOutputTokens)
  return {
    requests: requests.length,
    promptTokens: sum(prompts),
    outputTokens: sum(outputs),
    promptLengths: lengthHistogram(prompts),
    outputLengths: lengthHistogram(outputs),
    prompts: positionsShown(prompts, wanted).flatMap((index) => {
      const request = requests[index]
      return request === undefined
        ? []
        : [shown(request, index, dueOf(request, offsetsS[beginnings[index] ?? 0] ?? 0))]
    }),
  }
}

const firstOnes = 4

function positionsShown(lengths: readonly number[], wanted: number | undefined): readonly number[] {
  const extremes = lengths.reduce<{ shortest: number; longest: number }>(
    ({ shortest, longest }, length, index) => ({
      shortest: length < (lengths[shortest] ?? 0) ? index : shortest,
      longest: length > (lengths[longest] ?? 0) ? index : longest,
    }),
    { shortest: 0, longest: 0 },
  )
  const first = lengths.slice(0, firstOnes).map((_, index) => index)
  const positions = lengths.length === 0 ? [] : [...first, extremes.shortest, extremes.longest]
  if (wanted !== undefined && wanted < lengths.length) positions.push(wanted)
  return [...new Set(positions)].sort((a, b) => a - b)
}

const mostCharacters = 2000

/** Counts turns from 1 for display. */
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
