// Why a server failed, from its log: the first specific cause, since what follows it are wrappers.
import type { Message, Text } from '#core/messages/message.ts'
import { configurationFailures } from './configuration-failures.ts'
import { containerFailures } from './container-failures.ts'
import type { FailurePattern } from './failure-pattern.ts'
import { hostFailures } from './host-failures.ts'
import { memoryFailures } from './memory-failures.ts'
import { modelFailures } from './model-failures.ts'
import { wrapperFailures } from './wrapper-failures.ts'

export type ServerFailure = Readonly<{
  id: string
  title: Message
  remedy: Message
  /** The line that says so. */
  line: Text
}>

/** The first match wins. Exported for tests, which require an example of each. */
export const failurePatterns: readonly FailurePattern[] = [
  ...containerFailures,
  ...hostFailures,
  ...memoryFailures,
  ...configurationFailures,
  ...modelFailures,
  ...wrapperFailures,
]

/** Null where no line says anything known. */
export function findFailure(lines: readonly string[]): ServerFailure | null {
  const found = lines.flatMap((line) => failureIn(line) ?? [])
  const cause = found.find(({ isGeneric }) => !isGeneric) ?? found[0]
  return cause === undefined ? null : cause.failure
}

/** A line of a program, as a traceback quotes it; the exception follows below. */
const raising = /^(?:\([^)]*\) )?\s*raise \w/

function failureIn(line: string) {
  if (raising.test(line)) return null
  for (const { id, pattern, title, remedy, isGeneric = false } of failurePatterns) {
    const match = pattern.exec(line)
    if (match === null) continue
    const advice = typeof remedy === 'function' ? remedy(match.groups ?? {}) : remedy
    return { isGeneric, failure: { id, title, remedy: advice, line } }
  }
  return null
}
