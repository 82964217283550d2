// Any place of a request in a conversation, for tests of properties.
import fc from 'fast-check'

export const anyTurn = fc.option(
  fc.record({
    conversation: fc.nat(),
    number: fc.nat(),
    step: fc.option(fc.record({ depth: fc.nat(), reusableTokens: fc.option(fc.nat()) }), {
      nil: undefined,
    }),
  }),
  { nil: undefined },
)
