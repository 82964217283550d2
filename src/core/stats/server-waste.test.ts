import { expect, test } from 'vitest'
import { serverWaste } from './server-waste.ts'

type Counts = Readonly<Record<'used' | 'discarded', number>> &
  Readonly<{ generated: number | null; cancelled?: number | null }>

function wasteOf({ used, discarded, generated, cancelled = 3 }: Counts) {
  const activity = { prefixCache: null }
  return serverWaste({
    clientCancelled: cancelled,
    discardedTokens: discarded,
    totalOutputTokens: used,
    server: generated === null ? null : { ...activity, generatedTokens: generated },
  })
}

test.each([
  [
    { generated: 1000, used: 700, discarded: 250 },
    { generated: 1000, unused: 300, unreceived: 50 },
  ],
  [
    { generated: 700, used: 700, discarded: 0 },
    { generated: 700, unused: 0, unreceived: 0 },
  ],
  // Counted by another tokenizer.
  [
    { generated: 690, used: 700, discarded: 10 },
    { generated: 690, unused: 0, unreceived: 0 },
  ],
])('of %o', (counts, expected) => {
  expect(wasteOf(counts)).toEqual(expected)
})

test('is not known without the counter of the server, or a cancelled request', () => {
  expect(wasteOf({ generated: null, used: 7, discarded: 1 })).toBeNull()
  expect(wasteOf({ generated: 9, used: 7, discarded: 0, cancelled: null })).toBeNull()
})
