// Arbitrary place of a request in a conversation, for property tests.
import fc from 'fast-check'
import { mostCount } from '#core/base/bounds.ts'

const count = fc.nat({ max: mostCount })

export const anyTurn = fc.option(
  fc.record({
    conversation: count,
    number: count,
    step: fc.option(fc.record({ depth: count, reusableTokens: fc.option(count) }), {
      nil: undefined,
    }),
  }),
  { nil: undefined },
)
