import { describe, expect, it } from 'vitest'
import { connectionsToPrepare } from './prepared-connections.ts'

const atOnce = (requests: number) => new Float64Array(requests)
const every = (gapS: number, requests: number) =>
  Float64Array.from({ length: requests }, (_, i) => i * gapS)

describe('connections to open ahead', () => {
  it.each([
    ['one per request that leaves at once', atOnce(40), null, 40],
    ['no more than may be in flight', atOnce(40), 8, 8],
    ['as many as come within the time of an answer', every(1, 100), null, 11],
    ['fewer than allowed when few come', every(1, 100), 64, 11],
    ['never very many', atOnce(50_000), null, 1024],
    ['none for an empty plan', atOnce(0), null, 0],
  ])('are %s', (_what, offsetsS, maxConcurrency, count) => {
    expect(connectionsToPrepare({ offsetsS, maxConcurrency })).toBe(count)
  })

  it('are opened for all the room where requests leave whenever there is some', () => {
    const plan = { offsetsS: atOnce(0), sendUntilS: 60 }
    expect(connectionsToPrepare({ ...plan, maxConcurrency: 16 })).toBe(16)
  })
})
