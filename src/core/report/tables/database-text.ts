// What a database holds, for a terminal.

export type DatabaseFacts = Readonly<{
  path: string
  bytes: number
  /** Of its schema; the newest is the one this program would bring it to. */
  version: number
  newestVersion: number
  /** Rows by table, as far as they can be counted. */
  rows: readonly (readonly [table: string, rows: number])[]
  /** SQLite's messages; none where the database is intact. */
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
}>

type RepairedRow = Readonly<{ table: string; id: string; why: string }>

export function repairText(path: string, { mended, removed, savedTo }: DatabaseRepair): string {
  if (savedTo === null) return `${path}: nothing is damaged.`
  const line = (done: string) => (row: RepairedRow) =>
    `  ${done} ${row.table} ${row.id}: ${row.why}`
  return [
    `${path}: ${mended.length + removed.length} entries were damaged.`,
    ...mended.map(line('mended ')),
    ...removed.map(line('removed')),
    `As they were, they are in ${savedTo}.`,
  ].join('\n')
}

export function sizeText(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`
}
