// `kneepoint verify` on bundles that `kneepoint report` wrote.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#node/storage/database.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'
import { runCli } from '../run-cli.test-support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-verified-'))
const options = { cwd: folder, env: { KNEEPOINT_DATA: folder } }
const bundle = 'one.kneepoint.jsonl.gz'

beforeAll(async () => {
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  saveRun(database, { ...exampleRun, failure: null })
  database.close()
  const made = await runCli(['report', exampleRun.name, '--output', bundle], options)
  expect(made.code, made.notes).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

const result = z.tuple([
  z.looseObject({
    file: z.literal(bundle),
    signature: z.literal('valid'),
    fingerprint: z.string(),
    runs: z.tuple([z.looseObject({ id: z.literal(exampleRun.id), origin: z.literal('stated') })]),
  }),
])

test('prints its findings as JSON, and the key that it requires is that of the signature', async () => {
  const { code, output } = await runCli(['verify', bundle, '--json'], options)
  expect(code).toBe(0)
  const [{ fingerprint }] = result.parse(JSON.parse(output))
  const same = await runCli(['verify', bundle, '--key', fingerprint], options)
  expect(same).toMatchObject({ code: 0 })
  const other = await runCli(['verify', bundle, '--key', 'SHA256:other'], options)
  expect(other.code).toBe(1)
  expect(other.output).toContain('That is not the required key SHA256:other.')
})
