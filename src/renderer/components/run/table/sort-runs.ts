// Filters runs by words and sorts them by any column of their table.
import type { RunSummaryRow } from '#core/model/run/run.ts'
import { runNumber } from './run-columns.ts'
import { askedConcurrency, askedRate } from '../run-load.ts'

export type RunOrder = Readonly<{ column: string; descending: boolean }>

type SortValue = string | number | null

const textColumns: Readonly<Record<string, (run: RunSummaryRow) => SortValue>> = {
  name: (run) => run.name,
  status: (run) => [run.status, ...judgementText(run)].join(' '),
  when: (run) => run.createdAtEpochMs,
  rate: askedRate,
  concurrency: askedConcurrency,
  server: (run) => run.serverName,
  model: (run) => modelOf(run),
  tags: (run) => run.tags.join(' '),
  notes: (run) => run.notes,
}

function judgementText({ judgement }: RunSummaryRow): readonly string[] {
  return judgement ? [judgement.grade, ...judgement.reasons] : []
}

export function modelOf(run: RunSummaryRow): string | null {
  return run.facts?.model ?? run.config.model
}

function sortValue(column: string): (run: RunSummaryRow) => SortValue {
  return textColumns[column] ?? runNumber(column)?.value ?? (() => null)
}

/** Sortable columns in which all runs are equal. */
export function uniformColumns(
  runs: readonly RunSummaryRow[],
  columns: readonly string[],
): readonly string[] {
  if (runs.length < 2) return []
  return columns.filter(
    (column) => column !== 'course' && new Set(runs.map(sortValue(column))).size === 1,
  )
}

/** Sorts runs; missing values are last in either direction. */
export function sortRuns(
  runs: readonly RunSummaryRow[],
  { column, descending }: RunOrder,
): RunSummaryRow[] {
  const value = sortValue(column)
  return runs
    .map((run) => ({ run, value: value(run) }))
    .sort(({ value: left }, { value: right }) => {
      if (left === null || right === null) return Number(left === null) - Number(right === null)
      return descending ? compare(right, left) : compare(left, right)
    })
    .map(({ run }) => run)
}

/** Created once, because comparing thousands of names with new options each time takes seconds. */
const names = new Intl.Collator(undefined, { numeric: true })

function compare(left: string | number, right: string | number): number {
  if (typeof left === 'string' || typeof right === 'string') {
    return names.compare(String(left), String(right))
  }
  // Infinity - Infinity is NaN.
  return left === right ? 0 : left - right
}

/** Runs that contain every word in name, server, model, file, status, judgement, tags or notes. */
export function filterRuns(runs: readonly RunSummaryRow[], text: string): readonly RunSummaryRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return runs
  return runs.filter((run) => {
    const names = [run.name, run.serverName, modelOf(run), run.imported?.fileName]
    const written = [...names, run.status, ...judgementText(run), ...run.tags, run.notes]
    const found = written.join('\n').toLowerCase()
    return words.every((word) => found.includes(word))
  })
}
