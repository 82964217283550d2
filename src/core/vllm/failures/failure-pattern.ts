// How one kind of failure is recognised and explained.

export type FailureGroups = Readonly<Record<string, string | undefined>>

export type FailurePattern = Readonly<{
  id: string
  pattern: RegExp
  /** What happened, as the beginning of a sentence's worth of news. */
  title: string
  remedy: string | ((groups: FailureGroups) => string)
  /** A wrapper around the cause: told only where nothing more specific was said. */
  isGeneric?: true
}>
