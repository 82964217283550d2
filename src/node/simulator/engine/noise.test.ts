import { describe, expect, it } from 'vitest'
import { createSeededRandom, drawStepNoise } from './seeded-random.ts'

function draw(seed: number, count: number): number[] {
  const random = createSeededRandom(seed)
  return Array.from({ length: count }, () => drawStepNoise(random))
}

describe('step noise', () => {
  it('averages 1, so that it does not shift the model', () => {
    const factors = draw(1, 200_000)
    const mean = factors.reduce((sum, factor) => sum + factor, 0) / factors.length
    expect(mean).toBeCloseTo(1, 2)
  })

  it('is always positive, mostly near 1, and in one step of a hundred a hiccup', () => {
    const factors = draw(2, 100_000)
    expect(factors.every((factor) => factor > 0.5)).toBe(true)
    const hiccups = factors.filter((factor) => factor > 2).length
    expect(hiccups / factors.length).toBeCloseTo(0.01, 2)
  })

  it('is the same for the same seed and another for another', () => {
    expect(draw(3, 10)).toEqual(draw(3, 10))
    expect(draw(3, 10)).not.toEqual(draw(4, 10))
  })
})
