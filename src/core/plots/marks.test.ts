import { describe, expect, it } from 'vitest'
import { chartThemes } from './theme.ts'
import { outlineOf } from './marks.ts'

const theme = chartThemes.light

describe('the outline of a point', () => {
  it.each<[string, string | null, string]>([
    ['a', theme.text, 'is looked at'],
    ['b', theme.accent, 'is chosen'],
    ['c', theme.accent, 'stays visible as chosen while it is looked at'],
    ['d', null, 'is like any other'],
  ])('of %s is %s, which %s', (key, outline) => {
    const selectedKey = key === 'c' ? 'c' : 'a'
    expect(outlineOf(key, { selectedKey, chosenKeys: ['b', 'c'], theme })).toBe(outline)
  })
})
