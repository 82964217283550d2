import { describe, expect, test } from 'vitest'
import { NumpyRandomState } from './numpy-legacy.ts'

describe('NumpyRandomState', () => {
  test.each([
    { shape: 1, scale: 0.25, draws: [0.1989686270407775, 0.31398269074145946, 0.2308057864510172] },
    {
      shape: 0.5,
      scale: 0.5,
      draws: [0.1520009448803522, 0.18913586003390778, 0.0897416945014438],
    },
    { shape: 2, scale: 0.125, draws: [0.6423536970425305, 0.2798101139740668, 0.6783915342998432] },
  ])('gamma of shape $shape equals numpy', ({ shape, scale, draws }) => {
    const random = new NumpyRandomState(0)
    for (const draw of draws) expect(random.gamma(shape, scale)).toBeCloseTo(draw, 14)
  })

  test('gamma of shape 1 is the exponential', () => {
    expect(new NumpyRandomState(9).gamma(1, 3)).toBe(new NumpyRandomState(9).exponential(3))
  })

  test('gaussians come in pairs, the second from the same two uniforms', () => {
    const random = new NumpyRandomState(0)
    expect(random.gaussian()).toBeCloseTo(1.764052345967664, 14)
    expect(random.gaussian()).toBeCloseTo(0.4001572083672233, 14)
    expect(random.gaussian()).toBeCloseTo(0.9787379841057392, 14)
  })

  test('randint goes on from where it was', () => {
    const random = new NumpyRandomState(0)
    expect([...random.randintArray(0, 32000, 5)]).toEqual([2732, 10799, 9845, 19648, 13123])
    expect([...random.randintArray(512, 1537, 5)]).toEqual([1275, 789, 1111, 1112, 826])
  })

  test('a range of one draws nothing', () => {
    const random = new NumpyRandomState(0)
    expect([...random.randintArray(7, 8, 3)]).toEqual([7, 7, 7])
    expect(random.double()).toBe(new NumpyRandomState(0).double())
  })
})
