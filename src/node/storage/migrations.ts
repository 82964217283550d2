// Brings a database to the schema that this program knows, one numbered version at a time.
import type { Database } from 'better-sqlite3'
import { appError } from '#core/model/app-error.ts'
import { schemaVersions } from './schema-versions.ts'

/** Each version is one transaction: a crash leaves the database at a version, never between two. */
export function migrate(database: Database, versions: readonly string[] = schemaVersions): void {
  const found = Number(database.pragma('user_version', { simple: true }))
  if (found > versions.length) {
    throw appError('database-newer', 'files.databaseTooNew', {
      path: database.name,
      version: found,
      newest: versions.length,
    })
  }
  for (const [position, sql] of versions.entries()) {
    if (position < found) continue
    database.transaction(() => {
      database.exec(sql)
      database.pragma(`user_version = ${position + 1}`)
    })()
  }
}
