// A disk that really is full: what was stored stays, whatever could not be stored is said, and with room made the
// next start goes on. Mounting a small disk takes the superuser of a Linux.
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { openApplication } from '#node/application/application.test-support.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { bodyCount } from '#core/protocol/requests/planned-bodies.ts'
import { KeptFiles } from '#node/files/kept-files.ts'
import { preparationOrder } from '#node/experiment/preparation-order.test-support.ts'
import { prepareRun } from '#node/experiment/prepare-run.ts'
import { KeptWorkloads } from '#node/experiment/kept-workloads.ts'
import { json, oneToken, serveAnswers } from '#node/experiment/http-server.test-support.ts'
import { openDatabase } from '#node/storage/database.ts'
import { checkDatabase } from '#node/storage/check-database.ts'
import { countRequestRows } from '#node/storage/request-rows.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** The database itself takes 200 KiB of it. */
const diskKib = 1024
const enoughKib = 16_384

function smallDisk({ skip }: TestContext): SmallDisk {
  const disk = mountSmallDisk(diskKib)
  if (disk === null) return skip('nobody but the superuser of a Linux may mount a disk')
  onTestFinished(() => disk.unmount())
  return disk
}

/** Refuses most requests, at a length that is kept. */
function talkative(): Promise<string> {
  let asked = 0
  const refusal = json('no room '.repeat(500), 500)
  return serveAnswers({
    'GET /v1/models': json({ object: 'list', data: [{ id: 'm' }] }),
    'POST /v1/completions': () => (asked++ % 4 > 0 ? refusal : oneToken),
  })
}

/** Runs that are over, each as whole as it says. */
function keptOn({ folder }: SmallDisk) {
  const databasePath = path.join(folder, 'kneepoint.db')
  const database = openDatabase(databasePath)
  const runs = listRuns(database, { text: '', sweepId: null }).map((run) => {
    const stored = countRequestRows(database, { runId: run.id, failedOnly: false })
    return { ...run, stored }
  })
  database.close()
  expect(checkDatabase(databasePath).problems).toEqual([])
  for (const { stored, summary } of runs) {
    expect((summary?.completed ?? 0) + (summary?.failed ?? 0)).toBe(stored)
  }
  return runs
}

/** Slow enough that several batches find room before one does not. */
const workload =
  '--request-rate 300 --model m --prompt-token-ids --vocab-size 1000 --random-input-len 4 --random-output-len 1 --ready-check-timeout-sec 0'

test('a run of the command line', async (context) => {
  const disk = smallDisk(context)
  const env = { KNEEPOINT_DATA: disk.folder }
  const benchmark = `bench serve --save-run ${workload} --base-url ${await talkative()} --num-prompts`
  const run = (requests: number) => runCli([...benchmark.split(' '), `${requests}`], { env })
  const { code, notes } = await run(600)
  expect(code).toBe(1)
  expect(notes).toContain('has no room to grow: database or disk is full.')
  expect(notes).toContain('Free space on its disk')

  disk.grow(enoughKib)
  expect(await run(20)).toMatchObject({ code: 0 })
  const [next, full] = keptOn(disk)
  expect(next).toMatchObject({ status: 'completed', stored: 20 })
  expect(full?.status).toBe('failed')
  expect(full?.stored).toBeGreaterThan(0)
  expect(full?.stored).toBeLessThan(600)
}, 60_000)

test('a workload that cannot be kept is sent all the same', async (context) => {
  const disk = smallDisk(context)
  const kept = new KeptWorkloads(new KeptFiles(disk.folder), 'test', 0)
  const order = preparationOrder({ promptTokenIds: true, vocabSize: 1000, numPrompts: 20_000 })
  const { preparation, close } = await prepareRun(order, { onStep: () => undefined, kept }, never)
  expect(bodyCount(preparation.plan.bodies)).toBe(20_000)
  close()
  expect(readdirSync(disk.folder)).toEqual([])
})

const never = new AbortController().signal

test(
  'a sweep, and the application that starts after it',
  { tags: 'nightly', timeout: 60_000 },
  async (context) => {
    const disk = smallDisk(context)
    const sweep = {
      name: 'full',
      servers: [{ url: await talkative() }],
      benchmark: {
        ...{ 'dataset-name': 'random', 'prompt-token-ids': true, 'vocab-size': 1000, model: 'm' },
        ...{ 'random-input-len': 4, 'random-output-len': 1, 'num-prompts': 200 },
      },
      load: { 'request-rate': '200..400 x1.4' },
    }
    writeFileSync(path.join(disk.folder, 'sweep.json'), JSON.stringify(sweep))
    const env = { KNEEPOINT_DATA: disk.folder }
    const { code, notes } = await runCli(['bench', 'sweep', 'sweep.json'], {
      cwd: disk.folder,
      env,
    })
    expect(code).toBe(1)
    expect(notes).toContain('The run could not be stored: database or disk is full.')
    expect(notes).toContain('Free disk space, then run it again.')
    disk.fill()
    expect(() => openApplication(disk)).toThrow('has no room to grow')

    disk.grow(enoughKib)
    const client = clientOf(openApplication(disk))
    const swept = await client.sweeps.list()
    expect(swept).toHaveLength(1)
    expect(swept[0]?.status).toMatch(/^(failed|interrupted)$/)
    const runs = keptOn(disk)
    expect(runs.length).toBeGreaterThan(0)
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['failed']))
    expect(runs.some(({ stored }) => stored > 0)).toBe(true)
  },
)
