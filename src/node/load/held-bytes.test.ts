// Memory of responses: the largest give way, small ones never do.
import { expect, test } from 'vitest'
import { HeldBytes } from './held-bytes.ts'

test('a response that holds more than its part ends, others go on', () => {
  const held = new HeldBytes(1000)
  expect(held.change(0, 10)).toBe(false)
  expect(held.change(0, 900)).toBe(false)
  // Together they hold too much, but this one holds little of it.
  expect(held.change(10, 150)).toBe(false)
  expect(held.change(900, 901)).toBe(true)
  held.change(901, 0)
  expect(held.change(150, 900)).toBe(false)
})

test('one of several alike always ends', () => {
  const held = new HeldBytes(1000)
  const before = [0, 0, 0]
  const ended = before.map((_, at) => held.change(0, 300 + at))
  expect(ended).toEqual([false, false, false])
  expect([0, 1, 2].map((at) => held.change(300 + at, 600 + at)).some(Boolean)).toBe(true)
})
