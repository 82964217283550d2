// Brings a database to the shape this program knows, one numbered step at a time.
import type { Database } from 'better-sqlite3'
import { appError } from '#core/model/app-error.ts'
import type { Migration } from './migration.ts'
import { initial } from './migrations/001-initial.ts'
import { firstTimes } from './migrations/002-first-times.ts'
import { importedRuns } from './migrations/003-imported-runs.ts'
import { inputs } from './migrations/004-inputs.ts'
import { hosts } from './migrations/005-hosts.ts'
import { calibrations } from './migrations/006-calibrations.ts'
import { sweeps } from './migrations/007-sweeps.ts'
import { turns } from './migrations/008-turns.ts'
import { telemetry } from './migrations/009-telemetry.ts'
import { serverTimes } from './migrations/010-server-times.ts'
import { requestMarks } from './migrations/011-request-marks.ts'
import { reasoning } from './migrations/012-reasoning.ts'
import { notes } from './migrations/013-notes.ts'
import { retries } from './migrations/014-retries.ts'
import { agentSteps } from './migrations/015-agent-steps.ts'
import { targets } from './migrations/016-targets.ts'
import { voices } from './migrations/017-voices.ts'
import { madeMedia } from './migrations/018-made-media.ts'

export const migrations: readonly Migration[] = [
  initial,
  firstTimes,
  importedRuns,
  inputs,
  hosts,
  calibrations,
  sweeps,
  turns,
  telemetry,
  serverTimes,
  requestMarks,
  reasoning,
  notes,
  retries,
  agentSteps,
  targets,
  voices,
  madeMedia,
]

/** Each step is one transaction: a crash leaves the database at a version, never between two. */
export function migrate(database: Database, steps: readonly Migration[] = migrations): void {
  const found = versionOf(database)
  const newest = steps.at(-1)?.version ?? 0
  if (found > newest) {
    throw appError('database-newer', 'files.databaseTooNew', {
      path: database.name,
      version: found,
      newest,
    })
  }
  for (const step of steps.filter(({ version }) => version > found)) apply(database, step)
}

function apply(database: Database, { version, sql }: Migration): void {
  database.transaction(() => {
    database.exec(sql)
    database.pragma(`user_version = ${version}`)
  })()
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }))
}
