import { describe, expect, test } from 'vitest'
import { measured, refused, rejection, tooMany, unavailable } from '../fixtures/requests.ts'
import { isRefusing, refusalsOf } from './refusals.ts'

/** Two at a time for a minute, and errors at these seconds. */
function requests(error: typeof tooMany, atS: readonly number[]) {
  const answered = Array.from({ length: 60 }, (_, at) => measured({ startS: at, latencyS: 2 }))
  return [...answered, ...atS.map((startS) => measured({ startS, latencyS: 0.01, error }))]
}

describe('refusals', () => {
  test.each([
    ['429', tooMany, { count: 3, statuses: [429] }],
    ['503 while others are served', unavailable, { count: 3, statuses: [503] }],
    ['neither failed connections', refused, null],
    ['nor rejections after retries, which are counted apart', rejection, null],
  ])('are %s', (_, error, refusals) => {
    expect(refusalsOf(requests(error, [10, 20, 30]))).toEqual(refusals)
  })

  test('are not 503 of a server that serves nothing else', () => {
    expect(refusalsOf(requests(unavailable, [10, 90, 100]))).toBeNull()
    expect(refusalsOf(requests(tooMany, [90, 100]))).not.toBeNull()
  })

  test('bound the queue of a server from more than one in a hundred on', () => {
    expect(isRefusing(requests(tooMany, [10]))).toBe(true)
    expect(isRefusing(requests(rejection, [10]))).toBe(true)
    expect(isRefusing(requests(refused, [10]))).toBe(false)
    const many = [...requests(tooMany, [10]), ...requests(tooMany, [])]
    expect(isRefusing(many)).toBe(false)
  })
})
