// Pattern and explanation of one kind of failure.

import type { Message, RemediedId, Text } from '#core/messages/message.ts'

type FailureGroups = Readonly<Record<string, string | undefined>>

export type FailurePattern = Readonly<{
  id: string
  /** Its named groups are parameters of the texts. */
  pattern: RegExp
  /** Matched against the last lines of the traceback, if the exception alone does not show the cause. */
  raisedBy?: RegExp
  /** Text id of the failure, a clause without a full stop; `text.remedy` is the remedy. */
  text: RemediedId
  /** Parameters beyond the captured groups. */
  params?: (groups: FailureGroups) => Readonly<Record<string, Text>>
  /** Replaces the usual remedy; null keeps it. */
  remedy?: (groups: FailureGroups) => Message | null
  /** How a process was terminated from outside or by a signal. */
  ending?: 'out-of-memory' | 'killed' | 'crash'
  /** Printed without an exception or error log: by docker, shells, compilers. */
  isPrinted?: true
  /**
   * `vague`: used unless an exception of the same chain shows more; `consequence`: another process failed before;
   * `wrapper`: refers to the cause. Absent: a cause.
   */
  strength?: 'vague' | 'consequence' | 'wrapper'
  /** Id of a less specific pattern, if both match. */
  refines?: string
}>

/** Patterns by id; a pattern that shares the id of another names that id and has its own key. */
export type FailurePatterns = Readonly<
  Record<string, Omit<FailurePattern, 'id'> & Partial<Pick<FailurePattern, 'id'>>>
>
