import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts.ts'

test.each([
  { key: '?', before: null, means: { kind: 'sheet' } },
  { key: '/', before: null, means: { kind: 'search' } },
  { key: 'r', before: 'g', means: { kind: 'go', path: '/results' } },
  { key: 'r', before: null, means: null },
  { key: 'x', before: 'g', means: null },
  { key: '?', before: 'g', means: null },
])('$key after $before means $means', ({ key, before, means }) => {
  expect(shortcutOf(key, before)).toEqual(means)
})
