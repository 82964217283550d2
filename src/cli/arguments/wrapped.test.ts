import { expect, test } from 'vitest'
import { definitionList, wrapped } from './wrapped.ts'

test('text is broken at spaces and keeps every word', () => {
  expect(wrapped('one two three fourteen-letters', 9)).toEqual([
    'one two',
    'three',
    'fourteen-letters',
  ])
})

test('terms stand to the left of their texts, a wide one above its own', () => {
  const wide = '--a-flag-with-a-very-long-name-and VALUE'
  expect(
    definitionList(
      [
        ['--a', 'Short.'],
        [wide, 'Its text is wrapped here.'],
      ],
      48,
    ).split('\n'),
  ).toEqual([
    `  --a${' '.repeat(27)}Short.`,
    `  ${wide}`,
    `${' '.repeat(32)}Its text is`,
    `${' '.repeat(32)}wrapped here.`,
  ])
})
