// Servers that keep running unwatched: their user learns of them, and can end them.
// @module-tag nightly
import { readable } from '#core/messages/readable.test-support.ts'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import { clientOf } from '#node/application/services/client-of.ts'
import { openApplication, Window } from '#node/application/application.test-support.ts'
import { rendererFolder } from '../../src/cli/own-files.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { installVllm, markedProcesses } from './install-vllm.ts'
import { temporaryFolder } from './ssh-daemon.ts'

/** A server on this computer that takes this long to start, in a home of its own. */
async function launched(startupS: string, readyTimeoutS: number) {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'home'))
  const env = {
    PATH: `${installVllm(folder)}:${process.env['PATH']}`,
    HOME: path.join(folder, 'home'),
    XDG_DATA_HOME: path.join(folder, 'share'),
    KNEEPOINT_DATA: folder,
    STAND_IN_STARTUP_S: startupS,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const application = openApplication({ folder })
  const client = clientOf(application)
  const config = { model: 'm' }
  const profile = launchProfileSchema.parse({ name: 'ours', config, readyTimeoutS })
  const { id } = await client.servers.launch({ name: null, hostId: 'local', profile })
  return { env, application, client, id, window: new Window(client) }
}

const processesOf = (launchId: string) =>
  execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' }).trim()

const hasWindow = existsSync(path.join(rendererFolder, 'index.html'))

// Run by `npm test`, which builds the window before.
test.skipIf(!hasWindow)(
  'Ctrl-C of the web reports a server that keeps running, and the command that stops it',
  async () => {
    const { env, application, id, window } = await launched('0.2', 60)
    const launchId = (await window.server(id, 'ready')).launch?.launch.id ?? ''
    await application.close()

    const ended = await runCli(['web', '--no-open'], { env, interruptAfter: 'Kneepoint is at' })
    expect(ended).toMatchObject({ code: 0 })
    expect(ended.notes).toContain('1 server keeps running; the next start finds it again.')
    expect(ended.notes).toContain('  ours on this computer')
    expect(processesOf(launchId)).not.toBe('')

    const [, words = ''] = /To stop it: kneepoint (.+)$/m.exec(ended.notes) ?? []
    const stopped = await runCli(words.split(' '), { env })
    expect(stopped).toMatchObject({ code: 0 })
    expect(processesOf(launchId)).toBe('')
  },
)

test('a server that is not ready in time is known to run still, and can be stopped', async () => {
  const { application, id, window } = await launched('60', 1)
  const { state, launch } = await window.server(id, 'failed')
  expect(readable(state)).toMatchObject({
    message: expect.stringContaining('it still runs') as string,
    stillRuns: true,
  })
  expect(processesOf(launch?.launch.id ?? '')).not.toBe('')
  const running = application.outliving()
  expect(running).toMatchObject([{ name: 'ours', hostName: null }])
  expect(await application.stop(running)).toEqual([])
  expect(processesOf(launch?.launch.id ?? '')).toBe('')
  expect(application.outliving()).toEqual([])
})
