// How one kind of failure is recognised and explained.

import type { Message, RemediedId, Text } from '#core/messages/message.ts'

type FailureGroups = Readonly<Record<string, string | undefined>>

export type FailurePattern = Readonly<{
  id: string
  /** Its named groups are parameters of the texts. */
  pattern: RegExp
  /** What the last lines of the traceback must contain, if the exception alone does not show the cause. */
  raisedBy?: RegExp
  /** What happened, as a clause without a full stop; under `text.remedy`, what to do. */
  text: RemediedId
  /** Parameters beyond those that are captured. */
  params?: (groups: FailureGroups) => Readonly<Record<string, Text>>
  /** Replaces the usual remedy; null keeps it. */
  remedy?: (groups: FailureGroups) => Message | null
  /** How a process was ended from outside, or by a signal. */
  ending?: 'out-of-memory' | 'killed' | 'crash'
  /** Programs print it without raising an exception or logging an error: docker, shells, compilers. */
  isPrinted?: true
  /**
   * `vague`: used unless an exception of the same chain shows more; `consequence`: another process failed before;
   * `wrapper`: points to the cause. Absent: a cause.
   */
  strength?: 'vague' | 'consequence' | 'wrapper'
  /** Id of a pattern that it explains better if both match. */
  refines?: string
}>
