import { expect, test } from 'vitest'
import { shortName } from './legend.ts'

test.each([
  { name: 'max 16', shown: 'max 16', remark: 'what is short stays' },
  {
    name: 'random-input-len 512, GPU',
    shown: 'random…-len 512, GPU',
    remark: 'the middle goes',
  },
])('$name is written $shown: $remark', ({ name, shown }) => {
  expect(shortName(name, 20)).toBe(shown)
})

test('names that differ at their ends stay different', () => {
  const names = ['Where is the knee?: random, 64 req/s', 'Where is the knee?: random, 128 req/s']
  expect(new Set(names.map((name) => shortName(name, 20))).size).toBe(2)
})
