import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectRoundTrip } from '#core/random/round-trip.test-support.ts'
import { shellText, shellArgument } from './launch-functions.ts'
import { splitShellText } from './split-shell-text.ts'

test.each([
  {
    remark: 'what no shell minds stays bare',
    word: 'org/model-7B_v1.5,a=b:c@d%e',
    text: 'org/model-7B_v1.5,a=b:c@d%e',
  },
  { remark: 'nothing at all needs quotes to be a word', word: '', text: "''" },
  { remark: 'JSON', word: '{"a": 1}', text: `'{"a": 1}'` },
  {
    remark: 'a quotation mark stands outside the quotes',
    word: "it's",
    text: String.raw`'it'\''s'`,
  },
  { remark: 'so does a backslash', word: String.raw`a\b`, text: String.raw`'a'\\'b'` },
  { remark: 'a leading equals sign means a path to zsh', word: '=ls', text: "'=ls'" },
  { remark: 'a leading percent sign means a process to fish', word: '%self', text: "'%self'" },
])('$remark', ({ word, text }) => {
  expect(shellArgument(word)).toBe(text)
})

test('a zero byte is refused', () => {
  expect(() => shellArgument('a\0b')).toThrow('must not contain a zero byte')
})

test('quoted words are split into the same words again', () => {
  const word = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'))
  expectRoundTrip(fc.array(word), (args) => splitShellText(shellText(args)))
})
