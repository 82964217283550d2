// Brings prompts made of token ids to an exact length as text: decoding and encoding again rarely gives the same
// tokens back, so prompts are cut or topped up until they do, at most ten times each.
import type { TokenIds } from './token-ids.ts'
import type { Tokenizer } from './tokenizer.ts'

export type PromptDraft = Readonly<{ ids: TokenIds; targetTokens: number }>

export type FittedPrompt = Readonly<{ text: string; ids: Uint32Array }>

export type FitTools = Readonly<{
  tokenizer: Pick<Tokenizer, 'encode' | 'decode'>
  /** New ids from the generator the whole dataset is drawn from. */
  drawIds: (count: number) => ArrayLike<number>
}>

type Attempt = { text: string; ids: Uint32Array; targetTokens: number; adjustmentsLeft: number }

const maxAdjustments = 10
/** Prompts brought to length together; bounds memory, and keeps a cancel responsive. */
const batchSize = 256

export async function fitToLength(
  drafts: readonly PromptDraft[],
  tools: FitTools,
): Promise<FittedPrompt[]> {
  const fitted: FittedPrompt[] = []
  for await (const prompt of fitInOrder(drafts, tools)) fitted.push(prompt)
  return fitted
}

/**
 * The original finishes one prompt before it looks at the next, and every top-up draws from one generator.
 * So only what needs no draw is done for many prompts at once; the rest follows one by one, in order, and whoever
 * draws more for a prompt from the same generator does so before taking the next.
 */
export async function* fitInOrder(
  drafts: readonly PromptDraft[],
  tools: FitTools,
): AsyncGenerator<FittedPrompt> {
  for (let first = 0; first < drafts.length; first += batchSize) {
    const attempts = await shortenTogether(drafts.slice(first, first + batchSize), tools)
    for (const attempt of attempts) {
      while (!isSettled(attempt)) {
        adjust(attempt, tools)
        await roundTrip([attempt], tools)
      }
      yield attempt
    }
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
  return { ids: ids.toArray(), text: '', targetTokens, adjustmentsLeft: maxAdjustments }
}

async function roundTrip(attempts: readonly Attempt[], { tokenizer }: FitTools): Promise<void> {
  const texts = await tokenizer.decode(attempts.map((attempt) => attempt.ids))
  const encoded = await tokenizer.encode(texts, false)
  for (const [index, attempt] of attempts.entries()) {
    attempt.text = texts[index] ?? ''
    attempt.ids = encoded[index] ?? new Uint32Array()
  }
}

function adjust(attempt: Attempt, { drawIds }: FitTools): void {
  attempt.adjustmentsLeft -= 1
  attempt.ids = isTooLong(attempt)
    ? attempt.ids.slice(0, attempt.targetTokens)
    : joined(attempt.ids, drawIds(attempt.targetTokens - attempt.ids.length))
}

function isSettled({ ids, targetTokens, adjustmentsLeft }: Attempt): boolean {
  return ids.length === targetTokens || adjustmentsLeft === 0
}

function isTooLong({ ids, targetTokens }: Attempt): boolean {
  return ids.length > targetTokens
}

function joined(ids: Uint32Array, added: ArrayLike<number>): Uint32Array {
  const longer = new Uint32Array(ids.length + added.length)
  longer.set(ids)
  longer.set(added, ids.length)
  return longer
}
