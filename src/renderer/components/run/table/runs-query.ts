// State of the table of runs as the URL's query, so that going back or reloading restores it.
import type { RunOrder } from './sort-runs.ts'
import { runSources, type RunSource } from '../run-source.ts'

export type RunsQuery = Readonly<{
  text: string
  source: RunSource | 'all'
  /** Id of the server they were sent to; null for any. */
  server: string | null
  order: RunOrder
}>

export const newestFirst: RunOrder = { column: 'when', descending: true }

type Words = Readonly<Record<string, unknown>>

export function readRunsQuery({ find, source, server, order }: Words): RunsQuery {
  return {
    text: typeof find === 'string' ? find : '',
    source: runSources.find((known) => known === source) ?? 'all',
    server: typeof server === 'string' && server !== '' ? server : null,
    order: typeof order === 'string' ? readOrder(order) : newestFirst,
  }
}

/** Query terms, without defaults. */
export function runsQueryTerms({ text, source, server, order }: RunsQuery): Record<string, string> {
  const written = writtenOrder(order)
  return {
    ...(text === '' ? {} : { find: text }),
    ...(source === 'all' ? {} : { source }),
    ...(server === null ? {} : { server }),
    ...(written === writtenOrder(newestFirst) ? {} : { order: written }),
  }
}

function readOrder(word: string): RunOrder {
  return { column: word.replace(/^-/, ''), descending: word.startsWith('-') }
}

function writtenOrder({ column, descending }: RunOrder): string {
  return `${descending ? '-' : ''}${column}`
}
