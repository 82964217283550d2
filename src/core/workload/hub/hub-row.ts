// A row of a Hub dataset, before it is counted in tokens.
import type { LengthLimits } from '../datasets/dataset-entry.ts'
import { type ChatMessage, userMessage } from '../message-content.ts'

/** A path or an address, or the image itself. */
export type ImageSource = string | Uint8Array

export type HubPrompt = Readonly<{
  /** What is said to the model. */
  text: string
  /** The system prompt. */
  system?: string
  /** A reference response: its length is the default output length. */
  answer?: string
  image?: ImageSource
  /** A path or an address. */
  video?: string
}>

export type RowContext = Readonly<{
  /** File and row, for the reader. */
  where: string
  /** How different code may be before and after a change, from 0 to 1. */
  leastDistance: number
  mostDistance: number
}>

export type HubFormat = Readonly<{
  /** Null for rows that are left out. */
  read: (row: unknown, context: RowContext) => HubPrompt | null
  template: 'never' | 'optional' | 'always'
  /** Requests are numbered as rows, those left out among them, or as they come. */
  numbering: 'rows' | 'requests'
  lengths: LengthPolicy
}>

export type LengthPolicy = Readonly<{
  /** Where responses give the output length: whether their special tokens count. */
  countsSpecialTokens: boolean
  /** A length asked for all is not used. */
  ignoresAskedLength: boolean
  limits: LengthLimits | null
  /** Limits hold even where one length is given for all. */
  limitsHoldAlways: boolean
}>

export function chatOf({ system, text }: HubPrompt): readonly ChatMessage[] {
  const fromSystem = system === undefined ? [] : [{ role: 'system', content: system }]
  return [...fromSystem, userMessage(text)]
}
