import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EveryNth, SharedTurns, type Turns } from './turns.ts'

describe.each([
  ['every nth', (threads: number, count: number) => nths(threads, count)],
  ['shared', (threads: number, count: number) => sharing(threads, count)],
])('turns: %s', (_kind, make) => {
  it('are each taken once, in order, however the threads take them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat(30),
        fc.array(fc.nat(4)),
        (n, count, order) => {
          const threads = make(n, count)
          const taken = threads.map(() => [] as number[])
          for (const who of order) takeOne(threads, taken, who % n)
          while (threads.some((turns) => !turns.exhausted)) {
            threads.forEach((_, who) => takeOne(threads, taken, who))
          }
          expect(taken.flat().toSorted((a, b) => a - b)).toEqual(
            Array.from({ length: count }, (_, i) => i),
          )
          for (const own of taken) expect(own).toEqual(own.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('a turn', () => {
  it('stays the same until it is taken', () => {
    for (const turns of [new EveryNth(1, 2, 9), new SharedTurns(new Int32Array(1), 9)]) {
      const first = turns.next()
      expect(turns.next()).toBe(first)
      turns.take()
      expect(turns.next()).toBeGreaterThan(first ?? Infinity)
    }
  })

  it('comes without end where there is none', () => {
    const turns = new EveryNth(0, 1, Infinity)
    for (let i = 0; i < 100; i++) turns.take()
    expect(turns.next()).toBe(100)
    expect(turns.exhausted).toBe(false)
  })
})

function takeOne(threads: readonly Turns[], taken: readonly number[][], who: number): void {
  const next = threads[who]?.next() ?? null
  if (next === null) return
  threads[who]?.take()
  taken[who]?.push(next)
}

function nths(threads: number, count: number): readonly Turns[] {
  return Array.from({ length: threads }, (_, first) => new EveryNth(first, threads, count))
}

function sharing(threads: number, count: number): readonly Turns[] {
  const taken = new Int32Array(1)
  return Array.from({ length: threads }, () => new SharedTurns(taken, count))
}
