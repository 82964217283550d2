import { describe, expect, test } from 'vitest'
import { runsWith, withFlags } from './flag-overrides.ts'

const own = { 'max-num-seqs': 128, seed: 1 }

describe('flags laid over those of a server', () => {
  test('replace its own, add to them, and leave them where they say nothing', () => {
    expect(withFlags(own, { 'max-num-seqs': 64, eager: true, seed: null })).toEqual({
      'max-num-seqs': 64,
      seed: 1,
      eager: true,
    })
  })

  test.each([
    { running: own, overrides: {}, expected: true },
    { running: own, overrides: { 'max-num-seqs': 64 }, expected: false },
    { running: { ...own, 'max-num-seqs': 64 }, overrides: { 'max-num-seqs': 64 }, expected: true },
    {
      running: { ...own, 'max-num-seqs': 64 },
      overrides: { 'max-num-seqs': null },
      expected: false,
    },
    { running: own, overrides: { 'max-num-seqs': null }, expected: true },
    { running: { ...own, eager: true }, overrides: { eager: null }, expected: false },
    { running: { ...own, other: 1 }, overrides: { seed: 1 }, expected: true },
  ])('$running with $laid: $expected', ({ running, overrides, expected }) => {
    expect(runsWith(running, own, overrides)).toBe(expected)
  })
})
