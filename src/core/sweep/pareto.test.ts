import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paretoFront } from './pareto.ts'

type Choice = Parameters<typeof paretoFront>[0][number]

function isBetter(one: Choice, other: Choice): boolean {
  return one.x >= other.x && one.y >= other.y && (one.x > other.x || one.y > other.y)
}

describe('the choices worth having', () => {
  test.each<[Choice[], number[], string]>([
    [[], [], 'none of none'],
    [[{ x: 1, y: 1 }], [0], 'the only one'],
    [
      [
        { x: 3, y: 1 },
        { x: 1, y: 3 },
        { x: 2, y: 2 },
      ],
      [1, 2, 0],
      'all that trade one for the other',
    ],
    [
      [
        { x: 2, y: 2 },
        { x: 1, y: 2 },
        { x: 2, y: 1 },
      ],
      [0],
      'not those that are as good in one and worse in the other',
    ],
  ])('of %j are %j: %s', (choices, front) => {
    expect(paretoFront(choices)).toEqual(front)
  })

  test('are beaten by none, and beat or equal every other', () => {
    const small = fc.integer({ min: 0, max: 6 })
    fc.assert(
      fc.property(fc.array(fc.record({ x: small, y: small })), (choices) => {
        const front = paretoFront(choices).flatMap((position) => choices[position] ?? [])
        expect(front.some((one) => choices.some((other) => isBetter(other, one)))).toBe(false)
        for (const choice of choices) {
          const isCovered = front.some(
            (one) => isBetter(one, choice) || (one.x === choice.x && one.y === choice.y),
          )
          expect(isCovered).toBe(true)
        }
      }),
    )
  })
})
