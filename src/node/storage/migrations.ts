// Migrates a database to the schema of this program, one numbered version at a time.
import type { Database } from 'better-sqlite3'
import { appError } from '#core/model/app-error.ts'
import { schemaVersions } from './schema-versions.ts'

/**
 * Each version is one transaction: a crash leaves the database at a version, never between two. Another process may be migrating
 * the same database.
 */
export function migrate(database: Database, versions: readonly string[] = schemaVersions): void {
  const found = versionOf(database)
  if (found > versions.length) {
    throw appError('database-newer', 'files.databaseTooNew', {
      path: database.name,
      version: found,
      newest: versions.length,
    })
  }
  for (const [position, sql] of versions.entries()) {
    if (position < found) continue
    const step = database.transaction(() => {
      if (versionOf(database) > position) return
      database.exec(sql)
      database.pragma(`user_version = ${position + 1}`)
    })
    step.immediate()
  }
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}
