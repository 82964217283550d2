// A file of tiktoken – a token in base64 and its rank per line – as a tokenizer.json. How texts are split stands in no such
// file, so only those are read whose name tells.
import { AppError } from '#core/model/app-error.ts'
import type { BytePairs } from './byte-pair-model.ts'

const contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
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

export function tiktokenBytePairs(text: string, path: string): BytePairs {
  const name = path.replace(/.*[\\/]/, '').replace(/\.tiktoken$/, '')
  const pattern = patterns[name]
  if (pattern === undefined) {
    throw new AppError(
      'tokenizer-unavailable',
      `${path}: it is not known how ${name} splits texts`,
      {
        field: 'tokenizer',
        remedy: `Known are ${Object.keys(patterns).join(', ')}; else leave --tokenizer out, and the server counts.`,
      },
    )
  }
  const ranked = text
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([base64, rank]) => (base64 && rank ? [{ base64, rank: Number(rank) }] : []))
    .sort((a, b) => a.rank - b.rank)
  return {
    tokens: ranked.map(({ base64 }) => Buffer.from(base64, 'base64')),
    pattern,
    marks: new Map(),
    firstId: 0,
    startId: null,
  }
}
