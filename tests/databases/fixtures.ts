// Databases of earlier versions, as each of them left one.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from '#node/application/application.test-support.ts'
import type { reported } from './told.ts'

const fixtures = new URL('fixtures/', import.meta.url)

export const fixtureNames = readdirSync(fixtures)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))

/** What the version itself reported of it. */
export function reportedThen(name: string): Awaited<ReturnType<typeof reported>> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, fixtures), 'utf8')) as Awaited<
    ReturnType<typeof reported>
  >
}

/** In a folder of its own. */
export function unpacked(name: string): string {
  const folder = temporaryFolder()
  const packed = readFileSync(new URL(`${name}.db.gz`, fixtures))
  writeFileSync(path.join(folder, 'kneepoint.db'), gunzipSync(packed))
  return folder
}
