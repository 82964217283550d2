// The times of cold and warm starts as a table.
import type { Language } from '#core/messages/languages.ts'
import { message } from '#core/messages/message.ts'
import type { Column } from '#core/documents/table.ts'
import { textTable } from '#core/documents/text-table.ts'
import { mean } from '#core/base/spread.ts'
import type { StartupRow } from '#core/vllm/log/startup-times.ts'

const columns: readonly Column<StartupRow>[] = [
  { head: [message('cli.startup.phase')], align: 'left', cell: ({ name }) => name },
  ...(['cold', 'warm'] as const).flatMap((kind) => [
    {
      head: [message(`cli.startup.${kind}`), message('cli.startup.mean')],
      cell: (row: StartupRow) => meanText(row[kind]),
    },
    {
      head: ['', message('cli.startup.range')],
      cell: (row: StartupRow) => rangeText(row[kind]),
    },
  ]),
]

export function startupTable(rows: readonly StartupRow[], language: Language): string {
  return textTable(columns, rows, language)
}

function rangeText(values: readonly number[]): string {
  if (values.length === 0) return ''
  return `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`
}

function meanText(values: readonly number[]): string {
  return values.length === 0 ? '' : mean(values).toFixed(2)
}
