// A row of a Hub dataset before its tokens are counted.
import type { LengthLimits } from '#core/workload/datasets/dataset-entry.ts'
import { type ChatMessage, userMessage } from '#core/workload/message-content.ts'

/** A path, a URL, or the image itself. */
export type ImageSource = string | Uint8Array

export type HubPrompt = Readonly<{
  /** User message. */
  text: string
  /** System prompt. */
  system?: string
  /** Reference response; its length is the default output length. */
  answer?: string
  image?: ImageSource
  /** A path or a URL. */
  video?: string
}>

export type RowContext = Readonly<{
  /** File and row, for errors. */
  where: string
  /** Minimum edit distance between code before and after a change, 0–1. */
  leastDistance: number
  mostDistance: number
}>

export type HubFormat = Readonly<{
  /** Null for rows that are skipped. */
  read: (row: unknown, context: RowContext) => HubPrompt | null
  template: 'never' | 'optional' | 'always'
  /** Numbers requests by row, counting skipped rows, or consecutively. */
  numbering: 'rows' | 'requests'
  lengths: LengthPolicy
}>

export type LengthPolicy = Readonly<{
  /** Whether special tokens count if the reference response determines the output length. */
  countsSpecialTokens: boolean
  /** Ignores an output length given for all rows. */
  ignoresAskedLength: boolean
  limits: LengthLimits | null
  /** Limits apply even if one length is given for all rows. */
  limitsHoldAlways: boolean
}>

export function chatOf({ system, text }: HubPrompt): readonly ChatMessage[] {
  const fromSystem = system === undefined ? [] : [{ role: 'system', content: system }]
  return [...fromSystem, userMessage(text)]
}
