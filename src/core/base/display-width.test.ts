import { expect, test } from 'vitest'
import { displayWidth, padded } from './display-width.ts'

test('a Chinese character takes two columns', () => {
  expect(displayWidth('p99 TTFT ms')).toBe(11)
  expect(displayWidth('首 token 延迟，')).toBe(15)
  expect(['吞吐', 'req/s'].map((text) => padded(text, 6, 'right'))).toEqual(['  吞吐', ' req/s'])
  expect(padded('吞吐', 6, 'left')).toBe('吞吐  ')
})
