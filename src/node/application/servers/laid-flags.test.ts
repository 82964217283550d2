import { describe, expect, test } from 'vitest'
import { runsWith, withFlags } from './laid-flags.ts'

const own = { 'max-num-seqs': 128, seed: 1 }

describe('flags laid over those of a server', () => {
  test('replace its own, add to them, and leave them where they say nothing', () => {
    expect(withFlags(own, { 'max-num-seqs': 64, eager: true, seed: null })).toEqual({
      ...{ 'max-num-seqs': 64, seed: 1, eager: true },
    })
  })

  test.each([
    { running: own, laid: {}, expected: true },
    { running: own, laid: { 'max-num-seqs': 64 }, expected: false },
    { running: { ...own, 'max-num-seqs': 64 }, laid: { 'max-num-seqs': 64 }, expected: true },
    { running: { ...own, 'max-num-seqs': 64 }, laid: { 'max-num-seqs': null }, expected: false },
    { running: own, laid: { 'max-num-seqs': null }, expected: true },
    { running: { ...own, eager: true }, laid: { eager: null }, expected: false },
    { running: { ...own, other: 1 }, laid: { seed: 1 }, expected: true },
  ])('$running with $laid: $expected', ({ running, laid, expected }) => {
    expect(runsWith(running, own, laid)).toBe(expected)
  })
})
