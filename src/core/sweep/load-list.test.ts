import { describe, expect, it } from 'vitest'
import { parseConcurrencyList, parseLoadList } from './load-list.ts'

describe('a list of rates', () => {
  it.each([
    ['1, 2, 4, inf', [1, 2, 4, 'inf'], 'commas'],
    ['1 2\n4', [1, 2, 4], 'spaces and lines'],
    ['0.5;.25', [0.5, 0.25], 'fractions'],
    ['1..32 x2', [1, 2, 4, 8, 16, 32], 'a range by a factor'],
    ['1 .. 30 x 2', [1, 2, 4, 8, 16], 'spaced as one likes; the end is not overshot'],
    ['10..50 +10', [10, 20, 30, 40, 50], 'a range by a step'],
    ['0.1..0.5 +0.1', [0.1, 0.2, 0.3, 0.4, 0.5], 'steps that binary fractions cannot hold'],
    ['1..4 x2, 6, inf', [1, 2, 4, 6, 'inf'], 'ranges and values together'],
    ['4, 2, 4', [4, 2], 'each value once, in the order written'],
    ['∞', ['inf'], 'the sign for no limit'],
  ])('reads %j as %j: %s', (text, values) => {
    expect(parseLoadList(text)).toEqual({ values, problem: null })
  })

  it.each([
    ['', 'empty', ''],
    ['1, fast', 'unreadable', 'fast'],
    ['0', 'not-positive', '0'],
    ['2, -4', 'not-positive', '-4'],
    ['0..8 x2', 'not-positive', '0..8x2'],
    ['1..32', 'range-without-step', '1..32'],
    ['1..32 x1', 'range-never-ends', '1..32x1'],
    ['32..1 x2', 'range-never-ends', '32..1x2'],
    ['1..9000 +1', 'too-many', '1..9000 +1'],
  ])('refuses %j as %s, naming %j', (text, problem, words) => {
    expect(parseLoadList(text)).toEqual({ values: [], problem, words })
  })
})

describe('a list of concurrencies', () => {
  it('takes whole numbers and no limit', () => {
    expect(parseConcurrencyList('8, 64, none')).toEqual({ values: [8, 64, 'inf'], problem: null })
  })

  it('refuses parts of a request', () => {
    expect(parseConcurrencyList('8, 2.5')).toEqual({
      values: [],
      problem: 'not-whole',
      words: '2.5',
    })
  })
})
