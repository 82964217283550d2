// A list of ids that many prompts take stretches of, once decoded and encoded again: each of the pieces between its cuts
// by itself, so that what becomes of any run of them is known.
import { endToEnd } from '../../model/end-to-end.ts'
import { longText, type LongText } from '../shared-text.ts'
import type { Tokenizer } from '../tokenizer.ts'
import { cutPlaces, isCut, type WordCuts } from './word-cuts.ts'

export type CutList = Readonly<{
  ids: Uint32Array
  /** Where the ids can be cut; pieces lie between them. */
  places: Uint32Array
  /** What the pieces say. */
  text: LongText
  /** The same pieces as they are encoded, which is a list that stays what it is. */
  encoded: CutList
}>

type Coder = Pick<Tokenizer, 'encode' | 'decode'>

/** Null where there is nothing to cut, or where the pieces are not what the whole is. */
export async function cutList(
  ids: Uint32Array,
  cuts: WordCuts,
  tokenizer: Coder,
): Promise<CutList | null> {
  const places = cutPlaces(ids, cuts)
  const pieces = piecesBetween(places, ids)
  if (pieces.length === 0) return null
  const texts = await tokenizer.decode(pieces)
  const encoded = await tokenizer.encode(texts, false)
  const staying = await stayingList(encoded, texts, tokenizer)
  if (staying === null || !isCutEverywhere(staying, cuts)) return null
  const list = { ids, places, text: longText(texts), encoded: staying }
  return (await isWhole(list, tokenizer)) ? list : null
}

/** Null where a piece that is decoded and encoded once more comes out different. */
async function stayingList(
  pieces: readonly Uint32Array[],
  textsBefore: readonly string[],
  tokenizer: Coder,
): Promise<CutList | null> {
  const texts = await tokenizer.decode(pieces)
  // A text that says the same is encoded to the same.
  const changed = texts.flatMap((text, index) => (text === textsBefore[index] ? [] : [index]))
  const again = await tokenizer.encode(
    changed.map((index) => texts[index] ?? ''),
    false,
  )
  if (changed.some((index, at) => !sameIds(again[at], pieces[index]))) return null
  const list = { ids: endToEnd(pieces, Uint32Array), places: endsOf(pieces), text: longText(texts) }
  const staying: CutList = {
    ...list,
    get encoded() {
      return staying
    },
  }
  return staying
}

/** Its pieces are still words behind each other. */
function isCutEverywhere({ ids, places }: CutList, cuts: WordCuts): boolean {
  return places.subarray(1, -1).every((place) => isCut(cuts, ids[place - 1], ids[place]))
}

/** That pieces do not depend on what is beside them follows from where they are cut; here it is seen as well. */
async function isWhole(
  { ids, places, text, encoded }: CutList,
  tokenizer: Coder,
): Promise<boolean> {
  const [decoded] = await tokenizer.decode([ids.subarray(places[0], places.at(-1))])
  const [again] = await tokenizer.encode([text.text], false)
  return decoded === text.text && sameIds(again, encoded.ids)
}

function piecesBetween(places: Uint32Array, ids: Uint32Array): Uint32Array[] {
  return Array.from({ length: Math.max(0, places.length - 1) }, (_, index) =>
    ids.subarray(places[index], places[index + 1]),
  )
}

function endsOf(pieces: readonly Uint32Array[]): Uint32Array {
  const ends = new Uint32Array(pieces.length + 1)
  for (const [index, { length }] of pieces.entries()) ends[index + 1] = (ends[index] ?? 0) + length
  return ends
}

function sameIds(one: Uint32Array | undefined, other: Uint32Array | undefined): boolean {
  if (one === undefined || one.length !== other?.length) return false
  return one.every((id, index) => id === other[index])
}
