// Sentences about reasons, as messages and the figures of their parameters.
import type { MessageId, ParameterOf } from '#core/messages/message.ts'

/** Used if the figures that it names are known. */
export type ReasonSentence = Readonly<{
  id: MessageId
  /** Name of each parameter's figure. */
  figures: Readonly<Record<string, string>>
  needs?: string
  lacks?: string
}>

/** Figures of parameters, or parameters with the names of their figures. */
export function says<Id extends MessageId>(
  id: Id,
  figures: readonly ParameterOf<Id>[] | Readonly<Record<ParameterOf<Id>, string>>,
  when: Pick<ReasonSentence, 'needs' | 'lacks'> = {},
): ReasonSentence {
  const named = Array.isArray(figures)
    ? Object.fromEntries((figures as readonly string[]).map((name) => [name, name]))
    : (figures as Readonly<Record<string, string>>)
  return { id, figures: named, ...when }
}
