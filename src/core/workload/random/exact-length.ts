// Adjusts prompts of token ids to an exact length as text: decoding and encoding rarely preserves the tokens, so prompts are
// truncated or padded until it does, at most ten times each.
import type { EncodedPrompt, PromptText, RoundTrips } from './round-trips.ts'
import { TokenIds, wholeOf } from '../token-ids.ts'

export type PromptDraft = Readonly<{ ids: TokenIds; targetTokens: number }>

export type FittedPrompt = EncodedPrompt

export type FitTools = Readonly<{
  roundTrips: RoundTrips
  /** New ids from the generator of the whole dataset. */
  drawIds: (count: number) => ArrayLike<number>
}>

type Attempt = { text: PromptText; ids: TokenIds; targetTokens: number; adjustmentsLeft: number }

const maxAdjustments = 10
/** Number of prompts adjusted together; bounds memory, and keeps cancellation responsive. */
const batchSize = 256

export async function fitToLength(
  drafts: readonly PromptDraft[],
  tools: FitTools,
): Promise<FittedPrompt[]> {
  const fitted: FittedPrompt[] = []
  for await (const prompts of fitInOrder(drafts, tools)) fitted.push(...prompts)
  return fitted
}

/**
 * The original finishes one prompt before the next, and all padding draws from one generator. So only work that needs no draw is
 * done for many prompts at once; the rest follows one by one, in order. Prompts are yielded together up to the next that needs a
 * draw, and a caller that draws more for them from the same generator must do so before taking the next.
 */
export async function* fitInOrder(
  drafts: readonly PromptDraft[],
  tools: FitTools,
): AsyncGenerator<readonly FittedPrompt[]> {
  for (let first = 0; first < drafts.length; first += batchSize) {
    const attempts = await shortenTogether(drafts.slice(first, first + batchSize), tools)
    let from = 0
    for (const [index, attempt] of attempts.entries()) {
      if (isSettled(attempt)) continue
      yield attempts.slice(from, index)
      from = index
      while (!isSettled(attempt)) {
        adjust(attempt, tools)
        await roundTrip([attempt], tools)
      }
    }
    yield attempts.slice(from)
  }
}

async function shortenTogether(
  drafts: readonly PromptDraft[],
  tools: FitTools,
): Promise<readonly Attempt[]> {
  const attempts = drafts.map(firstAttempt)
  let pending = attempts
  while (pending.length > 0) {
    await roundTrip(pending, tools)
    pending = pending.filter((attempt) => !isSettled(attempt) && isTooLong(attempt))
    for (const attempt of pending) adjust(attempt, tools)
  }
  return attempts
}

function firstAttempt({ ids, targetTokens }: PromptDraft): Attempt {
  return { ids, text: '', targetTokens, adjustmentsLeft: maxAdjustments }
}

async function roundTrip(attempts: readonly Attempt[], { roundTrips }: FitTools): Promise<void> {
  const encoded = await roundTrips.thereAndBack(attempts.map(({ ids }) => ids))
  attempts.forEach((attempt, index) => {
    const { text, ids } = encoded[index] ?? attempt
    attempt.text = text
    attempt.ids = ids
  })
}

function adjust(attempt: Attempt, { drawIds }: FitTools): void {
  attempt.adjustmentsLeft -= 1
  attempt.ids = isTooLong(attempt)
    ? attempt.ids.upTo(attempt.targetTokens)
    : joined(attempt.ids, drawIds(attempt.targetTokens - attempt.ids.length))
}

function isSettled({ ids, targetTokens, adjustmentsLeft }: Attempt): boolean {
  return ids.length === targetTokens || adjustmentsLeft === 0
}

function isTooLong({ ids, targetTokens }: Attempt): boolean {
  return ids.length > targetTokens
}

function joined({ stretches }: TokenIds, added: ArrayLike<number>): TokenIds {
  return new TokenIds([...stretches, wholeOf(Uint32Array.from(added))])
}
