// Every command that lists or shows what is known prints it as JSON too, and nothing else to standard output.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#node/storage/database.ts'
import { saveRun } from '#node/storage/runs.ts'
import { exampleRun } from '#node/storage/storage.test-support.ts'
import { runCli } from './run-cli.test-support.ts'

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8')
const about = new Map(
  page
    .split(/^## kneepoint /m)
    .slice(1)
    .map((section) => [
      section.split('\n', 1)[0] ?? '',
      section.replace(/.*?^Usage: .*?\n\n/ms, ''),
    ]),
)
const listings = [...about]
  .filter(([, text]) => /^(Lists|Shows)\b/.test(text) || /^ {2}--json {2}/m.test(text))
  .map(([name]) => name)

/** What each needs besides, and the rows that it prints where nothing was done, and after one run. */
const cases: Readonly<
  Record<string, Readonly<{ words?: readonly string[]; few: z.ZodType; more?: z.ZodType }>>
> = {
  runs: {
    few: z.tuple([]),
    more: z.tuple([
      z.looseObject({ id: z.literal(exampleRun.id), name: z.literal(exampleRun.name) }),
    ]),
  },
  'host list': { few: z.tuple([z.looseObject({ name: z.string() })]) },
  'host facts': { words: ['local'], few: z.looseObject({}) },
  'server list': { few: z.array(z.looseObject({ id: z.string() })) },
  doctor: { few: z.array(z.looseObject({})).min(5) },
}

/** Tests of their own read their JSON: one measures for a minute, the other needs a file. */
const elsewhere = ['calibrate', 'verify']

test('each has the flag, and is looked at here', () => {
  expect(listings.toSorted()).toEqual([...Object.keys(cases), ...elsewhere].toSorted())
  const without = listings.filter((name) => !/^ {2}--json {2}/m.test(about.get(name) ?? ''))
  expect(without).toEqual([])
})

test.each(Object.entries(cases))('%s --json', async (name, { words = [], few, more }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-listings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const list = async () => {
    const env = { KNEEPOINT_DATA: folder }
    const { code, output } = await runCli([...name.split(' '), ...words, '--json'], { env })
    // Doctor exits with 1 where it finds this computer unfit, and has said why.
    if (name !== 'doctor') expect(code).toBe(0)
    const parsed: unknown = JSON.parse(output)
    return parsed
  }
  few.parse(await list())
  if (more === undefined) return
  const database = openDatabase(path.join(folder, 'kneepoint.db'))
  saveRun(database, exampleRun)
  database.close()
  more.parse(await list())
})
