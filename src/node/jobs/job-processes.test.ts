import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { processEntry } from '#node/files/own-programs.test-support.ts'
import { forkChild } from '#node/load/workers/fork-port.ts'
import { exampleRun, storedRun } from '#node/storage/storage.test-support.ts'
import { JobProcesses } from './job-processes.ts'

const entry = processEntry('job')

describe('a job', () => {
  test('is done in a process of its own, on what is stored', async () => {
    const jobs = new JobProcesses({
      databasePath: storedRun(3),
      spawn: () => forkChild(entry),
    })
    const distributions = await jobs.do({ name: 'distributions', input: exampleRun })
    expect(distributions.map(({ metric }) => metric)).toEqual(['ttft', 'tpot', 'itl', 'e2el'])
    expect(distributions.at(-1)?.count).toBeGreaterThan(0)
  })

  test('that is refused says why', async () => {
    const jobs = new JobProcesses({ databasePath: storedRun(3), spawn: () => forkChild(entry) })
    const input = { path: '/nowhere/result.json', fileName: 'result.json' }
    await expect(jobs.do({ name: 'importFile', input })).rejects.toMatchObject({
      code: 'not-found',
      remedy: 'Give the path of a result file.',
    })
  })

  test('can be given up, and none is begun after closing', async () => {
    const jobs = new JobProcesses({ databasePath: storedRun(3), spawn: () => forkChild(entry) })
    const giveUp = new AbortController()
    const order = { name: 'distributions', input: exampleRun } as const
    const begun = jobs.do(order, giveUp.signal)
    const other = jobs.do(order)
    giveUp.abort()
    await expect(begun).rejects.toMatchObject({ code: 'cancelled' })
    jobs.close()
    await expect(other).rejects.toMatchObject({ code: 'cancelled' })
    await expect(jobs.do(order)).rejects.toMatchObject({ code: 'cancelled' })
  })

  test('whose process ends before it is done fails with a sentence', async () => {
    const databasePath = storedRun(3)
    const broken = path.join(path.dirname(databasePath), 'broken.mjs')
    writeFileSync(broken, 'process.once("message", () => process.exit(3))')
    const jobs = new JobProcesses({ databasePath, spawn: () => forkChild(broken) })
    const order = { name: 'timeline', input: exampleRun } as const
    await expect(jobs.do(order)).rejects.toThrow(/ended before it was done \(exit code 3\)/)
  })
})
