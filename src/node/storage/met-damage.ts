// Damaged rows that lists of this process have skipped. Needs no SQLite, so every command can read it.
import type { Text } from '#core/messages/message.ts'
/** A damaged row: its table, its id and its first problem. */
export type DamagedRow = Readonly<{ table: string; id: string; why: Text }>

const met = new Map<string, Map<string, DamagedRow>>()

export function metDamage(databasePath?: string): readonly DamagedRow[] {
  const found = databasePath === undefined ? [...met.values()] : [met.get(databasePath)]
  return found.flatMap((rows) => [...(rows?.values() ?? [])])
}

export function rememberDamage(databasePath: string, row: DamagedRow): void {
  const rows = met.get(databasePath) ?? new Map<string, DamagedRow>()
  met.set(databasePath, rows.set(`${row.table} ${row.id}`, row))
}

export function forgetDamage(
  databasePath: string,
  { table, id }: Pick<DamagedRow, 'table' | 'id'>,
): void {
  met.get(databasePath)?.delete(`${table} ${id}`)
}
