import { expect, test } from 'vitest'
import { printable, printableLines, terminalText } from './printable.ts'

test.each([
  ['colour', '\u001b[31mred', '\\x1b[31mred'],
  ['clipboard', '\u001b]52;c;ZXZpbA==\u0007', '\\x1b]52;c;ZXZpbA==\\x07'],
  ['title', '\u001b]0;root\u0007', '\\x1b]0;root\\x07'],
  ['8-bit control sequence', '\u009b2J', '\\u009b2J'],
  ['a line drawn over', 'safe\rfake', 'safe\\x0dfake'],
  ['backspace and NUL', 'a\b\0', 'a\\x08\\x00'],
  ['reversed direction', 'exe\u202etxt', 'exe\\u202etxt'],
  ['lines and tabs', 'a\tb\nc\r\nd\r', 'a\tb\nc\r\nd\r'],
  ['other alphabets', 'שלום 長い 👩‍👩‍👧 é', 'שלום 長い 👩‍👩‍👧 é'],
])('%s on a terminal', (_what, text, shown) => {
  expect(terminalText(text)).toBe(shown)
})

test('a line that ends with CR can be drawn over in a file, not in part of an output', () => {
  expect(printableLines('a\r')).toBe('a\\x0d')
  expect(terminalText('a\r')).toBe('a\r')
})

test('a cell is one line of limited width', () => {
  expect(printable('a\u001b[2Jb\nc', 6)).toBe('a [2J…')
})
