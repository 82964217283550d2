import { describe, expect, test } from 'vitest'
import { cancelAfterOf, isToBeCancelled } from './cancel-policy.ts'

describe('reads', () => {
  test.each([
    ['2s', { unit: 's', amount: 2 }],
    ['0.25s', { unit: 's', amount: 0.25 }],
    ['500ms', { unit: 's', amount: 0.5 }],
    ['50tok', { unit: 'tok', amount: 50 }],
    [' 1 tok ', { unit: 'tok', amount: 1 }],
  ])('%s', (text, expected) => {
    expect(cancelAfterOf(text)).toEqual(expected)
  })

  test.each(['', '2', '0s', '0tok', '1.5tok', '-1s', '2m', '1e3s', '86401s', '1000001tok', 'inf'])(
    'not "%s"',
    (text) => {
      expect(cancelAfterOf(text)).toBeNull()
    },
  )
})

describe('draws', () => {
  const chosen = (share: number, seed: number, requests = 10_000) =>
    Array.from({ length: requests }, (_, index) => isToBeCancelled({ share, seed }, index))

  test.each([0, 0.2, 0.5, 1])('a share of %s', (share) => {
    const count = chosen(share, 0).filter(Boolean).length
    const errorOf4 = 4 * Math.sqrt(10_000 * share * (1 - share))
    expect(Math.abs(count - 10_000 * share)).toBeLessThanOrEqual(errorOf4)
  })

  test('other requests with another seed', () => {
    expect(chosen(0.5, 1, 200)).not.toEqual(chosen(0.5, 2, 200))
    expect(chosen(0.5, 1, 200)).toEqual(chosen(0.5, 1, 200))
  })

  test('more of them where the share is larger, and all that were chosen before', () => {
    const [few, many] = [chosen(0.2, 3, 500), chosen(0.4, 3, 500)]
    for (const [index, isChosen] of few.entries()) if (isChosen) expect(many[index]).toBe(true)
  })
})
