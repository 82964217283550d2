// Failures of a run, alike ones together, most frequent first.
import type { RequestError } from '#core/model/run/request-record.ts'
import type { ErrorGroup } from '#core/model/run/run-summary.ts'

export class ErrorGroups {
  readonly #groups = new Map<string, ErrorGroup>()

  add({ code, message }: RequestError): void {
    const key = `${code} ${message}`
    const count = (this.#groups.get(key)?.count ?? 0) + 1
    this.#groups.set(key, { code, message, count })
  }

  list(): ErrorGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count)
  }
}
