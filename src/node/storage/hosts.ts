// Machines that servers run on, by address.
import type { Database } from './database.ts'

export function saveHost(database: Database, address: string): void {
  database
    .prepare<[string]>('INSERT INTO hosts (address) VALUES (?) ON CONFLICT (address) DO NOTHING')
    .run(address)
}
