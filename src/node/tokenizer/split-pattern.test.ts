import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spaceSplitting } from './split-pattern.ts'

const blanks = '\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]'
const lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]'
const ending = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
const punctuation = ' ?[^\\s\\p{L}\\p{N}]+'
const written = `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+`
const shouted = `[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*`

describe('what is certain of patterns models come with', () => {
  test.each([
    ["'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+|" + `${punctuation}|\\s+(?!\\S)|\\s+`],
    [`${ending}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}|${punctuation}[\\r\\n]*|${blanks}`],
    [`${ending}|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}|${punctuation}[\\r\\n]*|${blanks}`],
    [`${written}|${shouted}|\\p{N}|${punctuation}[\\r\\n/]*|${blanks}`],
    [`${written}${ending}?|${shouted}${ending}?|\\p{N}{1,3}|${punctuation}[\\r\\n/]*|${blanks}`],
    [
      `[\\p{Han}]+|${written.replaceAll('\\p{M}]', '\\p{M}&&[^\\p{Han}]]')}${ending}?|` +
        `${shouted.replaceAll('\\p{M}]', '\\p{M}&&[^\\p{Han}]]')}${ending}?|${blanks}`,
    ],
    [
      '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|' +
        `[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|${blanks}`,
    ],
    [
      "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+|" +
        `${punctuation.replace(']+', ']++')}[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s`,
    ],
    ['\\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓ]+'],
  ])('%s ends a match between a letter and a space', (pattern) => {
    expect(spaceSplitting(pattern)).toBe('between')
  })

  test.each([
    ['\\p{N}{1,3}'],
    ['[一-龥぀-ゟ゠-ヿ]+'],
    ['\\s+$'],
    ['[\r\n]'],
    ['\\s?[!-/:-@！-／]+'],
    // They do not take every letter.
    ['\\p{L}{2,}|\\s+'],
    ['[a-z]+|\\s+'],
    ['\\p{L}?+\\p{L}+|\\s+'],
    ["'\\p{L}+"],
  ])('%s keeps letters and the spaces behind them apart', (pattern) => {
    expect(spaceSplitting(pattern)).toBe('apart')
  })

  test.each([
    ['a space behind a letter', '\\p{L}+ ?'],
    ['letters and spaces alike', '[\\p{L} ]+'],
    ['all but a few', '[^(\\s|[.,!?…。，、।۔،])]+'],
    ['letters and a look ahead', '\\p{L}+(?!\\S)'],
    ['letters up to an end', '\\p{L}+$|\\s+'],
    ['a look back', '(?<=\\p{L})\\s+|\\p{L}+'],
    ['an edge of a word', '\\b\\p{L}+|\\s+'],
    ['any character', '.+'],
    ['nothing at all', '\\p{L}+|'],
    ['perhaps nothing', '\\p{L}*'],
    ['a set only Oniguruma knows', '[[:alpha:]]+'],
    ['a part with alternatives of its own', '(?:\\p{L}+|\\s)+'],
  ])('%s is unsure', (_what, pattern) => {
    expect(spaceSplitting(pattern)).toBe('unsure')
  })
})

/** Of what JavaScript reads as Oniguruma does. */
const atoms = ['\\p{L}', '\\p{N}', '\\s', '[^\\s\\p{L}]', '[a-z]', ' ', '[ x]', "'", '[^\\p{N}]']
const pieces = fc
  .tuple(fc.constantFrom(...atoms), fc.constantFrom('', '?', '*', '+', '{1,3}', '{2}'))
  .map((parts) => parts.join(''))
const alternatives = fc.array(pieces, { minLength: 1, maxLength: 3 }).map((all) => all.join(''))
const patterns = fc
  .array(alternatives, { minLength: 1, maxLength: 3 })
  .map((all) => `${all.join('|')}|\\s+(?!\\S)`)
const texts = fc.string({ unit: fc.constantFrom('a', 'X', ' ', '1', "'", '\n', '-') })

function cutsOf(pattern: string, text: string): number[] {
  const matches = text.matchAll(new RegExp(pattern, 'gu'))
  return [...matches].flatMap(({ index, 0: match }) => [index, index + match.length])
}

test('a pattern that is certain cuts a text as it cuts its halves', () => {
  fc.assert(
    fc.property(patterns, texts, texts, (pattern, before, after) => {
      const splitting = spaceSplitting(pattern)
      fc.pre(splitting !== 'unsure')
      const [left, right] = [`${before}e`, ` ${after}`]
      const whole = new Set(cutsOf(pattern, left + right))
      const halves = cutsOf(pattern, right).map((place) => place + left.length)
      expect(whole).toEqual(new Set([...cutsOf(pattern, left), ...halves]))
      if (splitting === 'between') expect(whole).toContain(left.length)
    }),
    { numRuns: 500 },
  )
})
