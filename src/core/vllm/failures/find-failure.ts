// Why a server failed, from its log: the first specific cause, since what follows it are wrappers.
import {
  type Message,
  message,
  remediedWith,
  type RemediedId,
  type Text,
} from '#core/messages/message.ts'
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
  /** The line that shows it. */
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
  for (const { id, pattern, text, params, remedy, isGeneric = false } of failurePatterns) {
    const match = pattern.exec(line)
    if (match === null) continue
    const groups = match.groups ?? {}
    const usual = explained(id, text, { ...groups, ...params?.(groups) })
    return { isGeneric, failure: { ...usual, remedy: remedy?.(groups) ?? usual.remedy, line } }
  }
  return null
}

function explained(
  id: string,
  text: RemediedId,
  params: Readonly<Record<string, Text | undefined>> = {},
): Omit<ServerFailure, 'line'> {
  const { message: title, remedy } = remediedWith(text, params)
  return { id, title, remedy }
}

// Why a server ended whose log does not say, from its exit code alone.
const signalBase = 128

const bySignal: Readonly<Record<number, Omit<ServerFailure, 'line'>>> = {
  6: explained('aborted', 'failures.aborted'),
  9: explained('killed-outside', 'failures.killed'),
  11: explained('crashed', 'failures.crashed'),
  15: explained('ended-outside', 'failures.terminated'),
}

/** Null for codes without a meaning. */
export function exitFailure(code: number): ServerFailure | null {
  const known = bySignal[code - signalBase]
  return known === undefined ? null : { ...known, line: message('hosts.exitCode', { code }) }
}
