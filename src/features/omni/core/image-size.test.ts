import { expect, test } from 'vitest'
import { imageSizeOf } from './image-size.ts'

test.each([
  ['PNG', 'iVBORw0KGgoAAAANSUhEUgAAA0AAAAHg'],
  ['JPEG, behind a comment', '/9j//gAEaGn/wgARCAHgA0A='],
  ['GIF', 'R0lGODlhQAPgAQ=='],
  ['WebP with losses', 'UklGRgAAAABXRUJQVlA4IAAAAAAAAAAAAABAA+AB'],
  ['WebP without losses', 'UklGRgAAAABXRUJQVlA4TAAAAAAvP8N3AA=='],
  ['extended WebP', 'UklGRgAAAABXRUJQVlA4WAAAAAAAAAAAPwMA3wEA'],
])('the head of %s has 832 × 480', (_, encoded) => {
  expect(imageSizeOf(encoded)).toEqual({ width: 832, height: 480 })
})

test.each([
  ['nothing', ''],
  ['a text', 'bm8gaW1hZ2UgYXQgYWxsLCBvZiBhbnkga2luZA=='],
  ['the first bytes of a PNG', 'iVBORw0KGgoAAAANSUhEUgAA'],
  ['letters of another alphabet', '????'],
])('%s has no size', (_, encoded) => {
  expect(imageSizeOf(encoded)).toBeNull()
})
