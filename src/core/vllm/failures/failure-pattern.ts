// How one kind of failure is recognised and explained.

import type { Message, RemediedId, Text } from '#core/messages/message.ts'

type FailureGroups = Readonly<Record<string, string | undefined>>

export type FailurePattern = Readonly<{
  id: string
  /** What it captures by name are the parameters of the texts. */
  pattern: RegExp
  /** What happened, as the beginning of a sentence's worth of news; under `text.remedy`, what to do. */
  text: RemediedId
  /** Parameters beyond those that are captured. */
  params?: (groups: FailureGroups) => Readonly<Record<string, Text>>
  /** Another remedy than `text.remedy`; null where that one fits. */
  remedy?: (groups: FailureGroups) => Message | null
  /** A wrapper around the cause: used only where nothing more specific was logged. */
  isGeneric?: true
}>
