// Failures of a run, alike ones together, most frequent first.
import type { RequestError } from '#core/model/request-record.ts'
import type { ErrorGroup } from '#core/model/run-summary.ts'

export function errorGroups(errors: readonly RequestError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>()
  for (const { code, message } of errors) {
    const key = `${code} ${message}`
    const group = groups.get(key) ?? { code, message, count: 0 }
    groups.set(key, { ...group, count: group.count + 1 })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count)
}
