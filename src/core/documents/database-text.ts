// Contents of a database, for a terminal.
import { inEnglish, type Text } from '#core/messages/message.ts'

export type DatabaseFacts = Readonly<{
  path: string
  bytes: number
  /** Version of its schema; `newestVersion` is the version that this program migrates to. */
  version: number
  newestVersion: number
  /** Rows by table, if they can be counted. */
  rows: readonly (readonly [table: string, rows: number])[]
  /** SQLite's messages; empty if the database is intact. */
  problems: readonly string[]
}>

export function databaseText(facts: DatabaseFacts): string {
  const { path, bytes, version, newestVersion, rows, problems } = facts
  const schema =
    version === newestVersion
      ? `schema version ${version}`
      : `schema version ${version}, which this program makes ${newestVersion} when it opens it`
  const width = Math.max(...rows.map(([table]) => table.length))
  return [
    `${path}: ${sizeText(bytes)}, ${schema}`,
    ...rows.map(([table, count]) => `  ${table.padEnd(width)}  ${count}`),
    problems.length === 0 ? 'It is whole.' : 'It is damaged:',
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n')
}

type DatabaseRepair = Readonly<{
  mended: readonly RepairedRow[]
  removed: readonly RepairedRow[]
  savedTo: string | null
  rebuilt: Readonly<{
    tables: readonly Readonly<{ table: string; saved: number; lost: number | null }>[]
    keptAs: string
  }> | null
}>

type RepairedRow = Readonly<{ table: string; id: string; why: Text }>

export function repairText(path: string, repair: DatabaseRepair): string {
  const { mended, removed, savedTo, rebuilt } = repair
  const rebuiltLines = rebuilt === null ? [] : rebuiltText(path, rebuilt)
  if (savedTo === null && mended.length === 0)
    return rebuilt === null ? `${path}: nothing is damaged.` : rebuiltLines.join('\n')
  const line = (done: string) => (row: RepairedRow) =>
    `  ${done} ${row.table} ${row.id}: ${inEnglish(row.why)}`
  return [
    ...rebuiltLines,
    `${path}: ${mended.length + removed.length} entries were damaged.`,
    ...mended.map(line('mended ')),
    ...removed.map(line('removed')),
    ...(savedTo === null ? [] : [`As they were, they are in ${savedTo}.`]),
  ].join('\n')
}

function rebuiltText(
  path: string,
  { tables, keptAs }: NonNullable<DatabaseRepair['rebuilt']>,
): string[] {
  const width = Math.max(...tables.map(({ table }) => table.length))
  return [
    `${path}: pages were damaged. Rows that could be read are in a new file:`,
    ...tables.map(({ table, saved, lost }) => {
      const losses = lost === null ? 'an unknown number' : String(lost)
      return `  ${table.padEnd(width)}  ${saved} saved, ${losses} lost`
    }),
    `The damaged file is ${keptAs}.`,
  ]
}

export function sizeText(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
