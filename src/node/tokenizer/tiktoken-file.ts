// A file of tiktoken – a token in base64 and its rank per line – as a tokenizer.json. The file does not say how texts are
// split, so only known file names are read.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { BytePairs, RankedTokens } from './byte-pair-model.ts'

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
  return new AppError(
    'tokenizer-unavailable',
    message('workload.unknownSplitter', { path, name: nameOf(path) }),
    {
      field: 'tokenizer',
      remedy: message('workload.unknownSplitter.remedy', { names: known.join(', ') }),
    },
  )
}

function nameOf(path: string): string {
  return path.replace(/.*[\\/]/, '')
}
