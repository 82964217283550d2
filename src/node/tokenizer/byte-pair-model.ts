// Converts byte tokens with ranks, the format of tiktoken and Mistral, to a tokenizer.json.
import { appError, type AppError } from '#core/model/app-error.ts'

/** Ascending by rank; a token's index is its rank. */
type RankedTokens = readonly Uint8Array[]

export type BytePairs = Readonly<{
  tokens: RankedTokens
  /** Pattern that splits texts before their bytes are merged. */
  pattern: string
  /** Special tokens, by id. */
  marks: ReadonlyMap<number, string>
  /** Whether a special token's text in the input represents the token. */
  marksAreSpelled: boolean
  /** First id of ordinary tokens; lower ones are special. */
  firstId: number
  /** Id of the special token before every text. */
  startId: number | null
}>

export function bytePairDocument(pairs: BytePairs): string {
  const { tokens, pattern, marks, marksAreSpelled, firstId, startId } = pairs
  const spelled = tokens.map(spell)
  const names = marksAreSpelled ? marks : markNames(marks, new Set(spelled))
  const start = startId === null ? [] : [{ id: startId, token: names.get(startId) ?? '' }]
  const vocabulary = Object.fromEntries([
    ...[...names].map(([id, name]) => [name, id] as const),
    ...spelled.map((token, rank) => [token, firstId + rank] as const),
  ])
  return JSON.stringify({
    version: '1.0',
    added_tokens: marksAreSpelled ? [...marks].map(addedToken) : [],
    ...byteSplitting(pattern),
    post_processor: start.length > 0 ? textTemplate(start) : null,
    model: {
      type: 'BPE',
      vocab: vocabulary,
      merges: mergesOf(spelled),
      // A piece that is a token remains one, however its parts would merge.
      ignore_merges: true,
    },
  })
}

function addedToken([id, content]: readonly [number, string]) {
  const asItIs = { single_word: false, lstrip: false, rstrip: false, normalized: false }
  return { id, content, special: true, ...asItIs }
}

/** Names of special tokens. A text may equal one; a space makes that impossible. */
function markNames(
  marks: ReadonlyMap<number, string>,
  spelled: ReadonlySet<string>,
): ReadonlyMap<number, string> {
  return new Map([...marks].map(([id, mark]) => [id, spelled.has(mark) ? ` ${mark}` : mark]))
}

/**
 * Merging by rank selects the pair whose union has the lowest rank. As an order of pairs: all pairs that form the first token,
 * then all that form the second, and so on.
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

/** Steps that split texts and spell their bytes; a null `pattern` selects GPT-2's. */
export function byteSplitting(pattern: string | null, startsWithSpace = false) {
  const usesRegex = pattern === null
  const asItIs = { add_prefix_space: false, trim_offsets: true, use_regex: usesRegex }
  const bytes = { type: 'ByteLevel', ...asItIs }
  const spelling = { ...bytes, add_prefix_space: startsWithSpace }
  const split = { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false }
  const steps = usesRegex ? [spelling] : [split, spelling]
  return { pre_tokenizer: { type: 'Sequence', pretokenizers: steps }, decoder: bytes }
}

type NamedId = Readonly<{ id: number; token: string }>

/** Special tokens before and after a text. */
export function textTemplate(before: readonly NamedId[], after: readonly NamedId[] = []) {
  const mark = ({ token }: NamedId) => ({ SpecialToken: { id: token, type_id: 0 } })
  const text = (name: string) => ({ Sequence: { id: name, type_id: 0 } })
  const [start, end] = [before.map(mark), after.map(mark)]
  const described = ({ id, token }: NamedId) =>
    [token, { id: token, ids: [id], tokens: [token] }] as const
  return {
    type: 'TemplateProcessing',
    single: [...start, text('A'), ...end],
    pair: [...start, text('A'), text('B'), ...end],
    special_tokens: Object.fromEntries([...before, ...after].map(described)),
  }
}

function spell(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byteLetters[byte]).join('')
}

/** One letter for each byte: the byte itself if printable, otherwise one from 256 on, as in GPT-2. */
export const byteLetters: readonly string[] = (() => {
  let unseen = 0
  return Array.from({ length: 256 }, (_, byte) => {
    const isSeen = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
    return String.fromCodePoint(isSeen ? byte : 256 + unseen++)
  })
})()

// Converts a tiktoken file – a base64 token and its rank per line – to a tokenizer.json. The file lacks the split pattern, so
// only known file names are supported.
export const contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const blanks = '\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const punctuation = ' ?[^\\s\\p{L}\\p{N}]+'

function wordsAndDigits(digits: string, between: string): string {
  return `${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|${digits}|${punctuation}[\\r\\n]*|${between}`
}

export const patterns = {
  cl100k_base: wordsAndDigits('\\p{N}{1,3}', '\\s+\\z|\\s*[\\r\\n]|\\s+(?!\\S)|\\s'),
  qwen: wordsAndDigits('\\p{N}', blanks),
  o200k_base: [
    `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contractions}?`,
    `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*${contractions}?`,
    '\\p{N}{1,3}',
    `${punctuation}[\\r\\n/]*`,
    blanks,
  ].join('|'),
} as const satisfies Readonly<Record<string, string>>

/** Special tokens that the first Qwen models append. */
const marksOf: Readonly<Record<string, readonly string[]>> = {
  qwen: [
    ...['<|endoftext|>', '<|im_start|>', '<|im_end|>'],
    ...Array.from({ length: 205 }, (_, index) => `<|extra_${index}|>`),
  ],
}

export function tiktokenBytePairs(text: string, path: string): BytePairs {
  const name = nameOf(path).replace(/\.tiktoken$/, '')
  const pattern = (patterns as Readonly<Record<string, string>>)[name]
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

/** Tokens in order of rank, which equals their index. */
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
