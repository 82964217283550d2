// A tuning of a server on a host whose sshd is killed, while a load is measured and while answers are compared: interrupted
// with the reason, then resumed.
// @module-tag nightly
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientOf } from '#node/application/services/client-of.ts'
import { optionsIn } from '#node/application/application-options.test-support.ts'
import { createApplication } from '#node/application/create-application.ts'
import { runCli, type CliOptions } from '#cli/run-cli.test-support.ts'
import { knownLine } from '../../../../tests/remote/connect-to.ts'
import { installVllm } from '../../../../tests/remote/install-vllm.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from '../../../../tests/remote/ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const tuning = {
  name: 'Seats',
  servers: [{ host: 'gpu-03', launch: 'vllm serve org/tiny --max-num-seqs 2' }],
  benchmark: {
    ...{ 'dataset-name': 'random', 'prompt-token-ids': true },
    ...{ 'random-input-len': 32, 'random-output-len': 8, 'num-prompts': 60 },
  },
  objective: { capacity: 'max-concurrency', from: 2, 'up-to': 16 },
  limits: ['mean ttft <= 150 ms', 'answers >= 99 %'],
  flags: { 'max-num-seqs': [4] },
  budget: { runs: 12 },
}

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    const data = path.join(folder, 'data')
    const env = { HOME: path.join(folder, 'my-home'), KNEEPOINT_DATA: data }
    let daemon: SshDaemon

    const started = async (port?: number) => {
      const key = makeKey(folder)
      const place = port === undefined ? {} : { port }
      const found = await startSshDaemon({
        ...{ folder, authorizedKeys: [key.publicKey], path: installVllm(folder) },
        ...place,
      })
      writeFileSync(
        path.join(env.HOME, '.ssh', 'config'),
        `Host gpu-03\n  HostName 127.0.0.1\n  Port ${found.port}\n  IdentityFile ${key.file}\n  IdentityAgent none\n`,
      )
      writeFileSync(path.join(data, 'known_hosts'), knownLine(found))
      return found
    }
    const tune = (args: readonly string[], options: CliOptions = {}) =>
      runCli(['tune', ...args], { env, cwd: folder, ...options })

    beforeAll(async () => {
      for (const made of [data, path.join(env.HOME, '.ssh')]) mkdirSync(made, { recursive: true })
      daemon = await started()
      writeFileSync(path.join(folder, 'tune.json'), JSON.stringify(tuning))
      const application = createApplication(optionsIn(data))
      await clientOf(application).hosts.add({
        name: 'gpu-03',
        spec: { kind: 'ssh', destination: 'gpu-03', port: null, identityFile: null },
      })
      await application.close()
    })
    afterAll(() => daemon.stop())

    test('a host that is lost interrupts the tuning, which says why and resumes', async () => {
      let killed = Promise.resolve()
      let isKilled = false
      const onOutput = (printed: string) => {
        // The first load was measured, the next is under way.
        if (isKilled || !printed.includes('  met')) return
        isKilled = true
        killed = daemon.stop()
      }
      const lost = await tune(['tune.json'], { onOutput })
      await killed
      expect(lost.code, lost.notes).toBe(130)
      expect(lost.notes).toMatch(/^· Point 2: interrupted\. .*The connection to gpu-03 broke\.$/m)
      expect(lost.notes).toMatch(/^org\/tiny was not stopped, because gpu-03 cannot be reached/m)
      const [, id = ''] = /Continue with: kneepoint tune --resume (\S+)$/m.exec(lost.notes) ?? []
      // The host says nothing about the setting.
      expect(lost.output).not.toContain('failed:')

      daemon = await started(daemon.port)
      const ended = await tune(['--resume', id, '--json', 'answer.json'])
      expect([0, 3], ended.notes).toContain(ended.code)
      expect(ended.notes).toMatch(/^· Resumed after it was interrupted, 1 point to go\.$/m)
      // The server ran on; it is found, not started again for the point that was cut.
      expect(ended.notes).not.toMatch(/^· Starting org\/tiny \(it was/m)
      expect(ended.notes).toContain('Stopped org/tiny, as it was before.')
      const answer: unknown = JSON.parse(readFileSync(path.join(folder, 'answer.json'), 'utf8'))
      expect(answer).toMatchObject({ failed: [] })
    }, 300_000)

    test(
      'a host that is lost while answers are compared leaves the setting to be checked',
      { tags: 'nightly', timeout: 300_000 },
      async () => {
        const requests = path.join(folder, 'requests')
        const command = `STAND_IN_REQUESTS=${requests} vllm serve org/tiny --max-num-seqs 2`
        const servers = [{ host: 'gpu-03', launch: command }]
        const answers = { prompts: 100, tokens: 8 }
        const file = { ...tuning, name: 'Answers', servers, answers }
        writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(file))
        let killed = Promise.resolve()
        let isKilled = false
        // The defaults respond to 100 prompts twice before their first run.
        const watch = setInterval(() => {
          const count = existsSync(requests) ? readFileSync(requests, 'utf8').split('\n').length : 0
          if (isKilled || count <= 20) return
          isKilled = true
          killed = daemon.stop()
        }, 5)
        const lost = await tune(['answers.json'])
        clearInterval(watch)
        await killed
        expect(lost.code, lost.notes).toBe(130)
        expect(lost.notes).toMatch(/^· Point 1: interrupted\. .*The connection to gpu-03 broke\.$/m)
        expect(lost.notes).not.toContain('greedy prompts')
        expect(lost.notes).not.toContain('were not compared')
        const [, id = ''] = /Continue with: kneepoint tune --resume (\S+)$/m.exec(lost.notes) ?? []

        daemon = await started(daemon.port)
        const ended = await tune(['--resume', id])
        expect([0, 3], ended.notes).toContain(ended.code)
        const checks = ended.notes.match(
          /^· The defaults responded twice to 100 greedy prompts: /gm,
        )
        expect(checks).toHaveLength(1)
        expect(ended.notes).not.toContain('were not compared')
      },
    )
  },
)
