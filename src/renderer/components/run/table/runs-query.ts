// What the table of runs shows, as words of its address, so that going back or reloading shows the same.
import type { RunOrder } from './sort-runs.ts'
import { runSources, type RunSource } from '../run-source.ts'

export type RunsQuery = Readonly<{ text: string; source: RunSource | 'all'; order: RunOrder }>

export const newestFirst: RunOrder = { column: 'when', descending: true }

type Words = Readonly<Record<string, unknown>>

export function readRunsQuery({ find, source, order }: Words): RunsQuery {
  return {
    text: typeof find === 'string' ? find : '',
    source: runSources.find((known) => known === source) ?? 'all',
    order: typeof order === 'string' ? readOrder(order) : newestFirst,
  }
}

/** What is as usual is left out. */
export function runsQueryTerms({ text, source, order }: RunsQuery): Record<string, string> {
  const written = writtenOrder(order)
  return {
    ...(text === '' ? {} : { find: text }),
    ...(source === 'all' ? {} : { source }),
    ...(written === writtenOrder(newestFirst) ? {} : { order: written }),
  }
}

function readOrder(word: string): RunOrder {
  return { column: word.replace(/^-/, ''), descending: word.startsWith('-') }
}

function writtenOrder({ column, descending }: RunOrder): string {
  return `${descending ? '-' : ''}${column}`
}
