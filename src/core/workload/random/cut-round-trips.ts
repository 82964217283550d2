// Round trips of prompts that consist mostly of slices of known lists: only the parts between them, and at the ends, pass through
// the tokenizer.
import { endToEnd } from '#core/base/end-to-end.ts'
import { longText, type LongText, SharedText, type TextStretch } from '../shared-text.ts'
import type { Tokenizer } from '../tokenizer.ts'
import { cutPlaces, isCut, type WordCuts } from './word-cuts.ts'
import { onceEach } from './once-each.ts'
import type { PromptText, RoundTrips } from './round-trips.ts'
import { type Stretch, TokenIds, wholeOf } from '../token-ids.ts'

/** Pieces of a list, from `from` up to but excluding `to`. */
type Pieces = Readonly<{ list: CutList; from: number; to: number }>

/** A prompt divided at cuts: pieces of known lists, and unknown ids. */
type Parts = readonly (Pieces | Uint32Array)[]

type Lists = ReadonlyMap<Uint32Array, CutList>

export function cutRoundTrips(
  tokenizer: Pick<Tokenizer, 'encode' | 'decode'>,
  cuts: WordCuts,
  lists: readonly CutList[],
): RoundTrips {
  const known = new Map(
    lists.flatMap((list) => [list, list.encoded]).map((list) => [list.ids, list] as const),
  )
  const { decode, encode } = onceEach(tokenizer)
  const partsOf = (ids: TokenIds) => cutApart(ids.stretches, known, cuts)
  return {
    decode: async (prompts) => {
      const parts = prompts.map(partsOf)
      const texts = await decode(parts.flatMap(unknownIn))
      const next = inTurn(texts, '')
      return parts.map((each) => textOf(each, next, cuts.joint))
    },
    thereAndBack: async (prompts) => {
      const parts = prompts.map(partsOf)
      const texts = await decode(parts.flatMap(unknownIn))
      const encoded = await encode(texts, false)
      const [nextText, nextIds] = [inTurn(texts, ''), inTurn(encoded, noIds)]
      return parts.map((each, index) => {
        const ids = each.every(isFixed) ? prompts[index] : undefined
        return {
          text: textOf(each, nextText, cuts.joint),
          ids: ids ?? new TokenIds(each.map((part) => encodedPart(part, nextIds))),
        }
      })
    },
  }
}

const noIds = new Uint32Array()

function cutApart(stretches: readonly Stretch[], lists: Lists, cuts: WordCuts): Parts {
  const parts: (Pieces | Uint32Array)[] = []
  let unknown: Uint32Array[] = []
  const close = () => {
    if (unknown.length > 0) parts.push(endToEnd(unknown, Uint32Array))
    unknown = []
  }
  for (const [index, { ids, from, to }] of stretches.entries()) {
    const pieces = piecesIn(stretches, index, { lists, cuts })
    if (pieces === null) {
      unknown.push(ids.subarray(from, to))
      continue
    }
    const { places } = pieces.list
    const [start = from, end = to] = [places[pieces.from], places[pieces.to]]
    if (start > from) unknown.push(ids.subarray(from, start))
    close()
    parts.push(pieces)
    if (end < to) unknown.push(ids.subarray(end, to))
  }
  close()
  return parts
}

type Knowledge = Readonly<{ lists: Lists; cuts: WordCuts }>

/** Returns all pieces within a stretch. An end of the stretch is a cut only if its neighbour makes it one or it has none. */
function piecesIn(
  stretches: readonly Stretch[],
  index: number,
  { lists, cuts }: Knowledge,
): Pieces | null {
  const stretch = stretches[index]
  const list = stretch && lists.get(stretch.ids)
  if (stretch === undefined || list === undefined) return null
  const { ids, from, to } = stretch
  const [before, after] = [stretches[index - 1], stretches[index + 1]]
  const beginsAtCut = before === undefined || isCut(cuts, before.ids[before.to - 1], ids[from])
  const endsAtCut = after === undefined || isCut(cuts, ids[to - 1], after.ids[after.from])
  const first = placeFrom(list.places, beginsAtCut ? from : from + 1)
  const last = placeFrom(list.places, endsAtCut ? to + 1 : to) - 1
  return first < last ? { list, from: first, to: last } : null
}

/** First of the ascending positions that is at least `least`. */
function placeFrom(places: Uint32Array, least: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

function isKnown(part: Pieces | Uint32Array): part is Pieces {
  return !(part instanceof Uint32Array)
}

function unknownIn(parts: Parts): Uint32Array[] {
  return parts.filter((part) => part instanceof Uint32Array)
}

function inTurn<T>(values: readonly T[], none: T): () => T {
  let index = 0
  return () => values[index++] ?? none
}

/** Adds the joint before every part but the first, as between the pieces of a long text. */
function textOf(parts: Parts, nextText: () => string, joint: WordCuts['joint']): PromptText {
  if (!parts.some(isKnown)) return parts.map(nextText).join(joint)
  return new SharedText(
    parts.flatMap((part, index) => {
      const before = index === 0 ? '' : joint
      if (!isKnown(part)) return before + nextText()
      const stretch = { of: part.list.text, from: part.from, to: part.to }
      return before === joint ? stretch : withoutJoint(stretch, joint)
    }),
  )
}

function withoutJoint({ of, from, to }: TextStretch, joint: string): SharedText['parts'] {
  const first = of.text.slice(of.starts[from], of.starts[from + 1]).slice(joint.length)
  return to === from + 1 ? [first] : [first, { of, from: from + 1, to }]
}

/** Another round trip would not change it. */
function isFixed(part: Pieces | Uint32Array): boolean {
  return isKnown(part) && part.list.encoded === part.list
}

function encodedPart(part: Pieces | Uint32Array, nextIds: () => Uint32Array): Stretch {
  if (!isKnown(part)) return wholeOf(nextIds())
  const { encoded } = part.list
  const { from, to } = part
  return { ids: encoded.ids, from: encoded.places[from] ?? 0, to: encoded.places[to] ?? 0 }
}

// A list of ids from which many prompts take slices, decoded and encoded once. Each piece between cuts is converted separately,
// so the conversion of any run of pieces is known.
type CutList = Readonly<{
  ids: Uint32Array
  /** Positions at which the ids can be cut, which are the borders of pieces. */
  places: Uint32Array
  /** Text of the pieces, each preceded by its joint. */
  text: LongText
  /** Same pieces after encoding again, which is a fixed point. */
  encoded: CutList
}>

type Coder = Pick<Tokenizer, 'encode' | 'decode' | 'keptLists'>

/** One list per tokenizer, by its cuts, because workloads mostly use the same vocabulary. */
const knownLists = new WeakMap<WordCuts, CutList>()

/** Null if there is nothing to cut, or if the concatenated pieces differ from the whole. */
export async function cutList(
  ids: Uint32Array,
  cuts: WordCuts,
  tokenizer: Coder,
): Promise<CutList | null> {
  const last = knownLists.get(cuts)
  if (last !== undefined && sameIds(last.ids, ids)) return { ...last, ids }
  const list = await keptOrNew(ids, cuts, tokenizer)
  const isPrefix = 2 * ids.length < (last?.ids.length ?? 0)
  if (list !== null && !isPrefix) knownLists.set(cuts, list)
  return list
}

async function keptOrNew(
  ids: Uint32Array,
  cuts: WordCuts,
  tokenizer: Coder,
): Promise<CutList | null> {
  const kept = tokenizer.keptLists?.take(ids) ?? null
  if (kept !== null) {
    const { places, text, encoded } = kept
    return encoded === null
      ? fixedPoint({ ids, places, text })
      : { ids, places, text, encoded: fixedPoint(encoded) }
  }
  const list = await newCutList(ids, cuts, tokenizer)
  if (list !== null) {
    const { places, text, encoded } = list
    const own = { ids: encoded.ids, places: encoded.places, text: encoded.text }
    tokenizer.keptLists?.keep(ids, { places, text, encoded: encoded === list ? null : own })
  }
  return list
}

async function newCutList(
  ids: Uint32Array,
  cuts: WordCuts,
  tokenizer: Coder,
): Promise<CutList | null> {
  const places = cutPlaces(ids, cuts)
  if (places.length < 2) return null
  const tools = { tokenizer, cuts }
  const text = await decodedPieces({ ids, places }, tools)
  const again = text && (await encodedTogether(text, tools))
  if (text === null || again === null) return null
  const isSame = sameIds(again, ids.subarray(places[0], places.at(-1)))
  const alike = await cutAlike(again, { text, isSame }, tools)
  if (isSame && alike !== null) return fixedPoint({ ids, places, text })
  const encoded = alike ?? (await encodedApart(again, text, tools))
  return encoded && { ids, places, text, encoded }
}

type CutTools = Readonly<{ tokenizer: Coder; cuts: WordCuts }>
type CutIds = Pick<CutList, 'ids' | 'places'>

/** Number of pieces converted as one text, which is faster than each separately, and takes less memory than all together. */
const piecesTogether = 256

/** Each preceded by its joint. Null if the concatenated pieces differ from the whole. */
async function decodedPieces(
  { ids, places }: CutIds,
  { tokenizer, cuts }: CutTools,
): Promise<LongText | null> {
  const whole = await decodedTogether({ ids, places }, { tokenizer, cuts })
  const starts = startsOfWords(whole, cuts)
  if (starts.length === places.length) return { text: whole, starts }
  const apart = joined(await tokenizer.decode(piecesBetween(places, ids)), cuts)
  return apart.text === whole ? apart : null
}

async function decodedTogether(
  { ids, places }: CutIds,
  { tokenizer, cuts: { joint } }: CutTools,
): Promise<string> {
  const texts = await tokenizer.decode(piecesBetween(everyFew(places), ids))
  return joint + texts.join(joint)
}

async function encodedTogether(
  text: LongText,
  { tokenizer, cuts }: CutTools,
): Promise<Uint32Array> {
  const texts = textsBetween(everyFew(text.starts), text, cuts)
  return endToEnd(await tokenizer.encode(texts, false), Uint32Array)
}

/** One in `piecesTogether` positions, and the last. */
function everyFew(places: Uint32Array): Uint32Array {
  const isKept = (_: number, index: number) =>
    index % piecesTogether === 0 || index === places.length - 1
  return places.filter(isKept)
}

/** Positions of the spaces that cuts leave in a text, with its start and its end. */
function startsOfWords(text: string, { joint }: WordCuts): Uint32Array {
  const starts = [0]
  for (let at = text.indexOf(' ', 1); at !== -1; at = text.indexOf(' ', at + 1)) {
    const isStart = joint === '' || isLetter(text.charCodeAt(at + 1))
    if (isStart && isLetter(text.charCodeAt(at - 1))) starts.push(at)
  }
  starts.push(text.length)
  return Uint32Array.from(starts)
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return code < 0x80 && lower >= 0x61 && lower <= 0x7a
}

/** One in this number of pieces is also encoded separately. */
const sampledEvery = 64

/** Encodes pieces of a list that has a cut for each of them, much faster than encoding each; null if not possible. */
async function cutAlike(
  ids: Uint32Array,
  { text, isSame }: Readonly<{ text: LongText; isSame: boolean }>,
  { tokenizer, cuts }: CutTools,
): Promise<CutList | null> {
  const inside = cutPlaces(ids, cuts)
  const places = endToEnd([Uint32Array.of(0), inside, Uint32Array.of(ids.length)], Uint32Array)
  if (places.length !== text.starts.length) return null
  const again = isSame ? text : await decodedPieces({ ids, places }, { tokenizer, cuts })
  if (again?.text !== text.text || !sameIds(again.starts, text.starts)) return null
  const isSampled = (_: unknown, index: number) => index % sampledEvery === 0
  const texts = textsBetween(text.starts, text, cuts).filter(isSampled)
  const encoded = await tokenizer.encode(texts, false)
  const pieces = piecesBetween(places, ids).filter(isSampled)
  const isAlike = pieces.every((piece, index) => sameIds(piece, encoded[index]))
  return isAlike ? fixedPoint({ ids, places, text }) : null
}

/** Each piece encoded separately. Null if the concatenated pieces differ from the whole, or if another round trip changes one. */
async function encodedApart(
  whole: Uint32Array,
  text: LongText,
  { tokenizer, cuts }: CutTools,
): Promise<CutList | null> {
  const textsBefore = textsBetween(text.starts, text, cuts)
  const pieces = await tokenizer.encode(textsBefore, false)
  const texts = await tokenizer.decode(pieces)
  // Unchanged texts encode to the same ids.
  const changed = texts.flatMap((text, index) => (text === textsBefore[index] ? [] : [index]))
  const again = await tokenizer.encode(
    changed.map((index) => texts[index] ?? ''),
    false,
  )
  if (changed.some((index, at) => !sameIds(again[at], pieces[index]))) return null
  const ids = endToEnd(pieces, Uint32Array)
  const list = fixedPoint({ ids, places: endsOf(pieces), text: joined(texts, cuts) })
  return isCutEverywhere(list, cuts) && sameIds(ids, whole) ? list : null
}

function fixedPoint(list: Omit<CutList, 'encoded'>): CutList {
  const fixed: CutList = {
    ...list,
    get encoded() {
      return fixed
    },
  }
  return fixed
}

function joined(texts: readonly string[], { joint }: WordCuts): LongText {
  return longText(texts.map((text) => joint + text))
}

/** Whether the pieces are still consecutive words. */
function isCutEverywhere({ ids, places }: CutList, cuts: WordCuts): boolean {
  return places.subarray(1, -1).every((place) => isCut(cuts, ids[place - 1], ids[place]))
}

function piecesBetween(places: Uint32Array, ids: Uint32Array): Uint32Array[] {
  return Array.from({ length: Math.max(0, places.length - 1) }, (_, index) =>
    ids.subarray(places[index], places[index + 1]),
  )
}

/** Texts without their joints. */
function textsBetween(
  starts: Uint32Array,
  { text }: LongText,
  { joint }: WordCuts,
): readonly string[] {
  return Array.from({ length: starts.length - 1 }, (_, index) =>
    text.slice((starts[index] ?? 0) + joint.length, starts[index + 1]),
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
