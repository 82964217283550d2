// Kneepoint killed without a word: what it had launched is found again, and what it had measured is kept.
// @module-tag nightly
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { clientOf } from '#node/application/services/client-of.ts'
import { openApplication, Window } from '#node/application/application.test-support.ts'
import { installVllm, markedProcesses } from './install-vllm.ts'
import { temporaryFolder } from './ssh-daemon.ts'

const foundSchema = z.object({
  serverId: z.string(),
  launchId: z.string(),
  runId: z.string().default(''),
})

/** Ends it as soon as it has something to lose. */
async function killed(task: 'launch' | 'run') {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'home'))
  vi.stubEnv('PATH', `${installVllm(folder)}:${process.env['PATH']}`)
  vi.stubEnv('HOME', path.join(folder, 'home'))
  vi.stubEnv('XDG_DATA_HOME', path.join(folder, 'share'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const program = path.join(import.meta.dirname, 'doomed-application.ts')
  const child = spawn(process.execPath, ['--no-warnings', program, folder, task], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`it ended by itself with code ${code}`)))
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
  return { folder, ...foundSchema.parse(JSON.parse(line)) }
}

const isLeft = (launchId: string) =>
  execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' }).trim()

test('during a launch: the server comes up all the same, is found, and can be stopped', async () => {
  const { folder, serverId, launchId } = await killed('launch')
  const client = clientOf(openApplication({ folder }))
  const server = await new Window(client).server(serverId, 'ready')
  expect(server.launch?.launch.id).toBe(launchId)
  expect(server.launch?.phases.map(({ phase }) => phase)).toContain('weights')
  expect(isLeft(launchId)).not.toBe('')
  await client.servers.stop({ id: serverId })
  expect(isLeft(launchId)).toBe('')
})

test('during a run: the run is closed with what it measured, and its server is found', async () => {
  const { folder, serverId, launchId, runId } = await killed('run')
  const client = clientOf(openApplication({ folder }))
  const run = await client.runs.get({ id: runId })
  expect(run).toMatchObject({ status: 'failed', launch: { launchId } })
  expect(run.failure?.message).toContain('Kneepoint ended during this run')
  expect(run.summary?.completed).toBeGreaterThan(0)
  await new Window(client).server(serverId, 'ready')
  await client.servers.remove({ id: serverId })
  expect(isLeft(launchId)).toBe('')
  expect(await client.servers.found({ hostId: 'local' })).toEqual([])
})
