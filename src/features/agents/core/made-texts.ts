// Synthetic texts of given lengths, for prompts and responses whose text was not recorded.
import type { NumpyRandomState } from '#core/random/numpy-legacy.ts'
import { fitToLength } from '#core/workload/random/exact-length.ts'
import { idsWithout } from '#core/workload/random/random-drawing.ts'
import { roundTripsOf } from '#core/workload/random/random-prompts.ts'
import { aroundFrom, TokenIds } from '#core/workload/token-ids.ts'
import type { Tokenizer } from '#core/workload/tokenizer.ts'

/** A text to generate, with this number of tokens. */
export type MadeText = { readonly tokens: number; text: string }

type TextTools = Readonly<{ tokenizer: Tokenizer; random: NumpyRandomState }>

/** Consecutive tokens of the vocabulary, each text from its own starting point, adjusted to its length as text. */
export async function fillIn(
  texts: readonly MadeText[],
  { tokenizer, random }: TextTools,
): Promise<void> {
  const { vocabSize, markIds } = tokenizer
  const ids = idsWithout(markIds, vocabSize)
  const drafts = texts.map(({ tokens }) => ({
    ids: new TokenIds(aroundFrom(ids, random.randint(0, ids.length), tokens)),
    targetTokens: tokens,
  }))
  const roundTrips = await roundTripsOf(
    drafts.map((draft) => draft.ids),
    tokenizer,
  )
  const drawIds = (count: number) =>
    Uint32Array.from({ length: count }, () => ids[random.randint(0, ids.length)] ?? 0)
  const fitted = await fitToLength(drafts, { roundTrips, drawIds })
  fitted.forEach(({ text }, index) => {
    const made = texts[index]
    if (made !== undefined) made.text = String(text)
  })
}
