// Conversations of random lengths: random user messages, and the server's responses.
import { Pcg64 } from '../../random/pcg64.ts'
import { fitToLength } from '../random/exact-length.ts'
import { drawUnmarkedIds, type RandomLengths } from '../random/random-drawing.ts'
import { fittedPrefix, promptIds, roundTripsOf } from '../random/random-prompts.ts'
import type { Tokenizer } from '../tokenizer.ts'
import type { CountedConversation, CountedTurn } from './conversation.ts'

type RandomConversationSpec = RandomLengths &
  Readonly<{
    turns: Readonly<{ least: number; most: number }>
    /** Length of user messages after the first turn. */
    laterInputLen: number
  }>

/** `count` is the number of conversations; all begin with the same prefix. */
export async function randomConversations(
  spec: RandomConversationSpec,
  tokenizer: Tokenizer,
): Promise<CountedConversation[]> {
  const random = new Pcg64(spec.seed)
  const { least, most } = spec.turns
  const turnCounts = [...random.integers(least, most + 1, spec.count)]
  const { specialTokensAdded } = tokenizer
  const firstTurns = await drawTurns({ ...spec, specialTokensAdded }, tokenizer, random)
  const laterTurns = await drawTurns(
    {
      // The tokenizer adds its special tokens only at the start of a conversation.
      ...spec,
      inputLen: spec.laterInputLen,
      prefixLen: 0,
      specialTokensAdded: 0,
      count: turnCounts.reduce((sum, turns) => sum + turns - 1, 0),
    },
    tokenizer,
    random,
  )
  let taken = 0
  return turnCounts.map((turns, position) => ({
    opening: [],
    openingTokens: 0,
    turns: [
      ...firstTurns.slice(position, position + 1),
      ...laterTurns.slice(taken, (taken += turns - 1)),
    ],
  }))
}

type TurnLengths = RandomLengths & Pick<Tokenizer, 'specialTokensAdded'>

async function drawTurns(
  { specialTokensAdded, ...lengths }: TurnLengths,
  tokenizer: Tokenizer,
  random: Pcg64,
): Promise<CountedTurn[]> {
  if (lengths.count === 0) return []
  const { vocabSize, specialTokenIds, markIds } = tokenizer
  const vocabulary = { vocabSize, specialTokenIds, markIds, specialTokensAdded }
  const { draws, ids, prefixIds, drawIds } = drawUnmarkedIds(lengths, vocabulary, random)
  const prefix = await fittedPrefix(prefixIds, { tokenizer, drawIds })
  const drawn = promptIds(draws, ids, prefix)
  const drafts = drawn.map((turnIds, index) => ({
    ids: turnIds,
    targetTokens: prefixIds.length + (draws.inputLens[index] ?? 0),
  }))
  const roundTrips = await roundTripsOf(drawn, tokenizer)
  const fitted = await fitToLength(drafts, { roundTrips, drawIds })
  return fitted.map(({ text, ids: turnIds }, index) => ({
    said: String(text),
    saidTokens: turnIds.length,
    answer: null,
    answerTokens: 0,
    thinkS: null,
    outputTokens: draws.outputLens[index] ?? 0,
  }))
}
