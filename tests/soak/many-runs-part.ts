// Ten thousand stored runs: how long the application takes to open, list, search and open one of them.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { createApplication } from '#node/application/create-application.ts'
import { fillWithRuns, manyRuns } from './many-runs.ts'
import type { SoakPart } from './soak-part.ts'

/** As a window asks for them. */
const pageSize = 500
/** A call that holds up the others for longer is felt. */
const longestCallMs = 1000

export const manyRunsPart: SoakPart = {
  name: 'runs',
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-many-runs-'))
    const options = optionsIn(folder)
    fillWithRuns(options.databasePath)
    const mib = Math.round(statSync(options.databasePath).size / 2 ** 20)
    try {
      const openedMs = performance.now()
      const application = createApplication(options)
      const opening = performance.now() - openedMs
      const reported = await lookUp(clientOf(application))
      await application.close()
      return `${manyRuns} runs (${mib} MiB): opened in ${Math.round(opening)} ms, ${reported.join(', ')}`
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

async function lookUp(client: Client): Promise<string[]> {
  const find = (text: string) => () => client.runs.list({ text, limit: pageSize })
  const page = { limit: pageSize }
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a page', () => client.runs.list(page)],
    ['a search for many', find('nightly fp8')],
    ['for one', find('nightly 7777')],
    ['for none', find('nightly nowhere')],
    ['one run', () => client.runs.get({ id: 'run-9999' })],
    ['its requests', () => client.runs.requests({ id: 'run-9999', sort: 'e2elMs' })],
  ]
  const reported: string[] = []
  for (const [name, call] of calls) reported.push(`${name} ${await timed(name, call)} ms`)
  reported.push(`all pages ${await timed(null, () => allPages(client))} ms`)
  return reported
}

async function timed(name: string | null, call: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await call()
  const ms = Math.round(performance.now() - startedMs)
  if (name !== null && ms > longestCallMs) throw new Error(`${name} took ${ms} ms`)
  return ms
}

async function allPages(client: Client): Promise<void> {
  let count = 0
  let page = await client.runs.list({ limit: pageSize })
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    count += page.length
    page = await client.runs.list({ limit: pageSize, after: last })
  }
  if (count < manyRuns) throw new Error(`${count} runs were listed of ${manyRuns}`)
}
