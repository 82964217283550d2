// How one kind of failure is recognised and explained.

import type { Message } from '#core/messages/message.ts'

type FailureGroups = Readonly<Record<string, string | undefined>>

export type FailurePattern = Readonly<{
  id: string
  pattern: RegExp
  /** What happened, as the beginning of a sentence's worth of news. */
  title: Message
  remedy: Message | ((groups: FailureGroups) => Message)
  /** A wrapper around the cause: used only where nothing more specific was logged. */
  isGeneric?: true
}>
