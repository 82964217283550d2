import { describe, expect, it } from 'vitest'
import { StopStrings } from './generation.ts'

type Row = { stops: string[]; pieces: string[]; sent: string[]; held: string; stop: string | null }

function feed(stops: StopStrings, pieces: readonly string[]) {
  const results = pieces.map((piece) => stops.push(piece))
  return {
    sent: results.map(({ text }) => text),
    stop: results.at(-1)?.stop ?? null,
    held: stops.takeHeld(),
  }
}

describe('stop strings', () => {
  it.each<Row>([
    { stops: ['xyz'], pieces: ['abc', 'def'], sent: ['a', 'bcd'], held: 'ef', stop: null },
    { stops: ['cd'], pieces: ['abc', 'def'], sent: ['ab', ''], held: '', stop: 'cd' },
    { stops: ['f', 'bc'], pieces: ['abcdef'], sent: ['a'], held: '', stop: 'bc' },
    { stops: ['b'], pieces: ['a', 'a'], sent: ['a', 'a'], held: '', stop: null },
  ])('$stops in $pieces', ({ stops, pieces, ...expected }) => {
    expect(feed(new StopStrings(stops, false), pieces)).toEqual(expected)
  })

  it('are part of the text when asked for', () => {
    expect(new StopStrings(['cd'], true).push('abcdef')).toEqual({ text: 'abcd', stop: 'cd' })
  })
})
