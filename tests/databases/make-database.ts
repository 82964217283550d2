// `node tests/databases/make-database.ts`: keeps a database as this version makes it, beside what this version says of it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { clientOf } from '#node/application/services/client-of.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { createApplication } from '#node/application/create-application.ts'
import { schemaVersions } from '#node/storage/schema-versions.ts'
import { liveThrough } from './story.ts'
import { sweepAndSearch } from './story-of-sweeps.ts'
import { reported } from './told.ts'

const name = String(schemaVersions.length).padStart(3, '0')
const fixture = (suffix: string) => new URL(`fixtures/${name}.${suffix}`, import.meta.url)

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-databases-'))
const options = optionsIn(folder)
const application = createApplication(options)
const client = clientOf(application)
await liveThrough(client)
await sweepAndSearch(client)
const figures = await reported(client)
await application.close()

const copy = path.join(folder, 'copy.db')
const database = new Sqlite(options.databasePath)
database.prepare('VACUUM INTO ?').run(copy)
database.close()
writeFileSync(fixture('db.gz'), gzipSync(readFileSync(copy), { level: 9 }))
writeFileSync(fixture('json'), `${JSON.stringify(figures, null, 1)}\n`)
rmSync(folder, { recursive: true })
