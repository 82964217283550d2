import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import type { Run } from '#core/model/run/run.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { openApplication, temporaryFolder } from '../application.test-support.ts'

const program = fileURLToPath(new URL('./sweep-process.test-support.ts', import.meta.url))

function startProcess(folder: string): ChildProcess {
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Until it has printed this number of lines and a moment has passed; true where it ended before. */
async function killAfter(child: ChildProcess, lines: number, thenMs: number): Promise<boolean> {
  if (child.stdout === null) throw new Error('its output is read')
  const ended = once(child, 'exit').then(() => true)
  const said = createInterface(child.stdout)
  let left = lines
  const heard = new Promise<boolean>((resolve) => {
    said.on('line', () => {
      if (--left === 0) resolve(false)
    })
  })
  if (await Promise.race([ended, heard])) return true
  await delay(thenMs)
  child.kill('SIGKILL')
  await ended
  return child.exitCode === 0
}

async function table(folder: string): Promise<{ sweep: Sweep; runs: Run[] }> {
  const application = openApplication({ folder })
  const client = clientOf(application)
  const [sweep] = await client.sweeps.list()
  if (sweep === undefined) throw new Error('there is a sweep')
  const stored = await client.runs.list({ sweepId: sweep.id })
  const runs = await Promise.all(stored.map(({ id }) => client.runs.get({ id })))
  await application.close()
  return { sweep, runs }
}

/** What two tables have in common, whatever was measured. */
function shape({ points }: Sweep) {
  return points.map(({ runId, ...point }) => ({ ...point, hasRun: runId !== null }))
}

const numbersOfKills = [
  { mostKills: 2, tags: [] },
  { mostKills: 5, tags: ['nightly'] },
]

for (const { mostKills, tags } of numbersOfKills) {
  const title = `a sweep that is killed up to ${mostKills} times loses no point and doubles none`
  test(title, { tags, timeout: 300_000 }, () => killedSweep(mostKills))
}

async function killedSweep(mostKills: number): Promise<void> {
  const whole = temporaryFolder()
  expect(await killAfter(startProcess(whole), Infinity, 0)).toBe(true)
  const uninterrupted = await table(whole)
  expect(uninterrupted.runs).toHaveLength(8)

  const folder = temporaryFolder()
  const random = new PythonRandom(6)
  let kills = 0
  for (let isOver = false; !isOver;) {
    // Long enough for at least one more point, now and then.
    const lines = kills < mostKills ? 3 + Math.floor(random.random() * 10) : Infinity
    isOver = await killAfter(startProcess(folder), lines, Math.floor(random.random() * 400))
    if (!isOver) kills++
  }
  expect(kills).toBeGreaterThanOrEqual(Math.ceil(mostKills / 2))

  const { sweep, runs } = await table(folder)
  expect(sweep.status).toBe('completed')
  expect(shape(sweep)).toEqual(shape(uninterrupted.sweep))
  const completed = runs.filter(({ status }) => status === 'completed')
  expect(completed.map(({ id }) => id).sort()).toEqual(
    sweep.points.map(({ runId }) => runId).sort(),
  )
  const cut = runs.filter(({ status }) => status !== 'completed')
  expect(cut.every(({ status }) => status === 'failed')).toBe(true)
  expect(cut.length).toBeLessThanOrEqual(kills)
}
