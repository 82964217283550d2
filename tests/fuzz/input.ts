// Texts to try: made of a target's words, made of its samples with mistakes in them, and made of nothing sensible.
import fc from 'fast-check'
import { keptInputs } from './corpus.ts'
import type { FuzzTarget } from './fuzz-target.ts'

export type Input = Readonly<{ text: string; cuts: readonly number[] }>

/** What careless readers fall over, whatever they read. */
const nastyWords = [
  ...['__proto__', 'constructor', 'prototype', 'toString', '"__proto__":{"polluted":1}'],
  ...[
    '',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\0',
    '\u001b[31m',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\ufffd',
  ],
  ...['é', '🚀', '漢', 'ÿ', '\xc3', '\xff', '"', "'", '`', '\\', '\\"', '\\u12', '%s', '$(x)', '#'],
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    ':',
    ',',
    ';',
    '=',
    '-',
    '--',
    '.',
    '/',
    '*',
    '<',
    '>',
    '&',
    '|',
  ],
  ...[
    '0',
    '-1',
    '1e999',
    '-0',
    '9007199254740993',
    '1e15',
    '4294967296',
    'NaN',
    'Infinity',
    'null',
  ],
  ...['true', '{}', '[]', '""', 'a', 'A', '../../etc/passwd', 'inf'],
]

/** A text of words that come again thousands of times shows work that grows with the square of its length. */
const longest = 30_000

export function inputFor(target: FuzzTarget): fc.Arbitrary<Input> {
  const { words } = target
  const samples = [...target.samples, ...keptInputs(target)]
  const word = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.constantFrom(...nastyWords) },
  )
  const phrase = fc.array(word, { maxLength: 24 }).map((said) => said.join(''))
  const noise = fc.string({ unit: 'binary', maxLength: 40 })
  const repeated = fc
    .record({
      before: phrase,
      again: fc.array(word, { minLength: 1, maxLength: 3 }),
      after: phrase,
    })
    .map(({ before, again, after }) => {
      const piece = again.join('')
      const times = Math.floor(longest / Math.max(1, piece.length))
      return before + piece.repeat(times) + after
    })
  const text = fc.oneof(
    { weight: 60, arbitrary: phrase },
    { weight: 60, arbitrary: withMistakes(samples, word) },
    { weight: 10, arbitrary: noise },
    { weight: 1, arbitrary: repeated },
  )
  return fc.record({
    text,
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
  })
}

type Mistake = Readonly<{ at: number; length: number; put: string; keeps: boolean }>

function withMistakes(
  samples: readonly string[],
  word: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const mistake = fc.record({
    at: share,
    length: fc.integer({ min: 0, max: 40 }),
    put: word,
    keeps: fc.boolean(),
  })
  return fc
    .record({ sample: fc.constantFrom(...samples), mistakes: fc.array(mistake, { maxLength: 4 }) })
    .map(({ sample, mistakes }) => mistakes.reduce(withMistake, sample))
}

function withMistake(text: string, { at, length, put, keeps }: Mistake): string {
  const start = Math.floor(at * text.length)
  const taken = text.slice(start, start + length)
  return text.slice(0, start) + put + (keeps ? taken + taken : '') + text.slice(start + length)
}
