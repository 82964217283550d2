// Tokens that are bytes with a rank, as tiktoken and Mistral keep them, written as a tokenizer.json would have it.
import { appError, type AppError } from '#core/model/app-error.ts'

/** Ascending by rank; a token's place is its rank. */
type RankedTokens = readonly Uint8Array[]

export type BytePairs = Readonly<{
  tokens: RankedTokens
  /** What texts are split by before their bytes are merged. */
  pattern: string
  /** Tokens that are no text, by id. */
  marks: ReadonlyMap<number, string>
  /** Whether a text that spells a mark means it. */
  marksAreSpelled: boolean
  /** Ids begin here; below are marks. */
  firstId: number
  /** Id of the mark put before every text. */
  startId: number | null
}>

export function bytePairDocument(pairs: BytePairs): string {
  const { tokens, pattern, marks, marksAreSpelled, firstId, startId } = pairs
  const spelled = tokens.map(spell)
  const names = marksAreSpelled ? marks : markNames(marks, new Set(spelled))
  const start = startId === null ? null : { id: startId, token: names.get(startId) ?? '' }
  const vocabulary = Object.fromEntries([
    ...[...names].map(([id, name]) => [name, id] as const),
    ...spelled.map((token, rank) => [token, firstId + rank] as const),
  ])
  const split = { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false }
  const bytes = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false }
  return JSON.stringify({
    version: '1.0',
    added_tokens: marksAreSpelled ? [...marks].map(addedToken) : [],
    pre_tokenizer: { type: 'Sequence', pretokenizers: [split, bytes] },
    decoder: bytes,
    post_processor: start && startTemplate(start),
    model: {
      type: 'BPE',
      vocab: vocabulary,
      merges: mergesOf(spelled),
      // A piece that is a token is one, however its parts would merge.
      ignore_merges: true,
    },
  })
}

function addedToken([id, content]: readonly [number, string]) {
  const asItIs = { single_word: false, lstrip: false, rstrip: false, normalized: false }
  return { id, content, special: true, ...asItIs }
}

/** A text may be spelled like a mark; no token is spelled with a space. */
function markNames(
  marks: ReadonlyMap<number, string>,
  spelled: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  return new Map([...marks].map(([id, mark]) => [id, spelled.has(mark) ? ` ${mark}` : mark]))
}

/**
 * Merging by rank takes the pair whose union has the lowest rank. Said as an order of pairs: those that make the first
 * token, all of them, then those that make the second, and so on.
 */
function mergesOf(spelled: readonly string[]): string[][] {
  const known = new Set(spelled)
  return spelled.flatMap((token) => {
    const splits = Array.from({ length: token.length - 1 }, (_, index) => [
      token.slice(0, index + 1),
      token.slice(index + 1),
    ])
    return splits.filter((parts) => parts.every((part) => known.has(part)))
  })
}

function startTemplate({ id, token }: Readonly<{ id: number; token: string }>) {
  const mark = { SpecialToken: { id: token, type_id: 0 } }
  const text = (name: string) => ({ Sequence: { id: name, type_id: 0 } })
  return {
    type: 'TemplateProcessing',
    single: [mark, text('A')],
    pair: [mark, text('A'), text('B')],
    special_tokens: { [token]: { id: token, ids: [id], tokens: [token] } },
  }
}

function spell(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => letters[byte]).join('')
}

/** One letter for each byte: the byte itself where that can be seen, else one from 256 on, as GPT-2 began it. */
const letters: readonly string[] = (() => {
  let unseen = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const isSeen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    return String.fromCodePoint(isSeen ? byte : 256 + unseen++)
  })
})()

// A file of tiktoken – a token in base64 and its rank per line – as a tokenizer.json. The file does not say how texts are
// split, so only known file names are read.
export const contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const blanks = '\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const punctuation = ' ?[^\\s\\p{L}\\p{N}]+'

function wordsAndDigits(digits: string, between: string): string {
  return `${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}|${punctuation}[\\r\\n]*|${between}`
}

const patterns: Readonly<Record<string, string>> = {
  cl100k_base: wordsAndDigits('\\p{N}{1,3}', '\\s+\\z|\\s*[\\r\\n]|\\s+(?!\\S)|\\s'),
  qwen: wordsAndDigits('\\p{N}', blanks),
  o200k_base: [
    `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contractions}?`,
    `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contractions}?`,
    '\\p{N}{1,3}',
    `${punctuation}[\\r\\n/]*`,
    blanks,
  ].join('|'),
}

/** What the first Qwen models put behind their tokens. */
const marksOf: Readonly<Record<string, readonly string[]>> = {
  qwen: [
    ...['<|endoftext|>', '<|im_start|>', '<|im_end|>'],
    ...Array.from({ length: 205 }, (_, index) => `<|extra_${index}|>`),
  ],
}

export function tiktokenBytePairs(text: string, path: string): BytePairs {
  const name = nameOf(path).replace(/\.tiktoken$/, '')
  const pattern = patterns[name]
  if (pattern === undefined) throw unknownSplitting(path)
  const tokens = rankedTokens(text)
  const marks = (marksOf[name] ?? []).map((mark, at) => [tokens.length + at, mark] as const)
  return {
    tokens,
    pattern,
    firstId: 0,
    startId: null,
    marks: new Map(marks),
    marksAreSpelled: true,
  }
}

/** In the order of their ranks, which are their places. */
export function rankedTokens(text: string): RankedTokens {
  return text
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([base64, rank]) => (base64 && rank ? [{ base64, rank: Number(rank) }] : []))
    .sort((a, b) => a.rank - b.rank)
    .map(({ base64 }) => Buffer.from(base64, 'base64'))
}

export function unknownSplitting(path: string): AppError {
  const known = [
    ...Object.keys(patterns).map((name) => `${name}.tiktoken`),
    'tiktoken.model of Kimi',
  ]
  return appError(
    'tokenizer-unavailable',
    'workload.unknownSplitter',
    { path, name: nameOf(path), names: known.join(', ') },
    { field: 'tokenizer' },
  )
}

function nameOf(path: string): string {
  return path.replace(/.*[\\/]/, '')
}
