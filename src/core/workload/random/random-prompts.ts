// Prompts of a random dataset from its draws: consecutive tokens of the vocabulary, each from its starting point.
import { cutList, cutRoundTrips } from './cut-round-trips.ts'
import { fitToLength, type FitTools } from './exact-length.ts'
import type { RandomDraws } from './random-lengths.ts'
import { wholeRoundTrips, type RoundTrips } from './round-trips.ts'
import { aroundFrom, TokenIds, wholeOf } from '../token-ids.ts'
import type { Tokenizer } from '../tokenizer.ts'

/** Prompt `index` starts at its offset plus `index`, so that equal offsets give different prompts. */
export function promptIds(
  draws: Pick<RandomDraws, 'inputLens' | 'offsets'>,
  allowedIds: Uint32Array,
  prefix: Uint32Array,
): TokenIds[] {
  const lead = prefix.length === 0 ? null : wholeOf(prefix)
  return Array.from({ length: draws.offsets.length }, (_, index) => {
    const start = (draws.offsets[index] ?? 0) + index
    const count = draws.inputLens[index] ?? 0
    const own = aroundFrom(allowedIds, start, count)
    return new TokenIds(lead === null ? own : [lead, ...own])
  })
}

/** Shared prefix, adjusted to its own length before anything is appended. */
export async function fittedPrefix(
  ids: Uint32Array,
  { tokenizer, drawIds }: Pick<FitTools, 'drawIds'> & Readonly<{ tokenizer: Tokenizer }>,
): Promise<Uint32Array> {
  if (ids.length === 0) return ids
  const tools = { roundTrips: wholeRoundTrips(tokenizer), drawIds }
  const [prefix] = await fitToLength([{ ids: TokenIds.of(ids), targetTokens: ids.length }], tools)
  return prefix?.ids.toArray() ?? ids
}

/** Preparing a list costs about as much as four prompts of its length. */
const fewestPasses = 4

/** For prompts that are slices of a few lists; each list is prepared once if prompts wrap around it often enough. */
export async function roundTripsOf(
  prompts: readonly TokenIds[],
  tokenizer: Tokenizer,
): Promise<RoundTrips> {
  const lists = listsWorthKnowing(prompts)
  const cuts = lists.length > 0 ? tokenizer.wordCuts() : null
  if (cuts === null) return wholeRoundTrips(tokenizer)
  const known = await Promise.all(lists.map((ids) => cutList(ids, cuts, tokenizer)))
  const certain = known.filter((list) => list !== null)
  return certain.length > 0 ? cutRoundTrips(tokenizer, cuts, certain) : wholeRoundTrips(tokenizer)
}

function listsWorthKnowing(prompts: readonly TokenIds[]): readonly Uint32Array[] {
  const idsTaken = new Map<Uint32Array, number>()
  for (const { ids, from, to } of prompts.flatMap(({ stretches }) => stretches)) {
    idsTaken.set(ids, (idsTaken.get(ids) ?? 0) + to - from)
  }
  return [...idsTaken].flatMap(([ids, taken]) => (taken >= fewestPasses * ids.length ? [ids] : []))
}
