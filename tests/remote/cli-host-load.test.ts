// `bench serve --on HOST`, each command in a process of its own, over a real sshd that ~/.ssh/config names.
// @module-tag nightly
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#node/storage/database.ts'
import { readRecords } from '#node/storage/requests.ts'
import { listRuns } from '#node/storage/runs.ts'
import { runCli } from '../../src/cli/run-cli.test-support.ts'
import { knownLine } from './connect-to.ts'
import { installVllm } from './install-vllm.ts'
import {
  freePort,
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    const data = path.join(folder, 'data')
    const env = { HOME: path.join(folder, 'my-home'), KNEEPOINT_DATA: data }

    beforeAll(async () => {
      const key = makeKey(folder)
      const bin = installVllm(folder)
      for (const made of [data, path.join(env.HOME, '.ssh')]) mkdirSync(made, { recursive: true })
      symlinkSync(process.execPath, path.join(bin, 'node'))
      const searchPath = `${bin}:${path.join(import.meta.dirname, 'fixtures', 'bin')}`
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
      writeFileSync(
        path.join(env.HOME, '.ssh', 'config'),
        `Host gpu-03\n  HostName 127.0.0.1\n  Port ${daemon.port}\n  IdentityFile ${key.file}\n  IdentityAgent none\n`,
      )
      writeFileSync(path.join(data, 'known_hosts'), knownLine(daemon))
    })
    afterAll(() => daemon.stop())

    const bench = (baseUrl: string, ...more: readonly string[]) => {
      const words = [
        'bench',
        'serve',
        '--base-url',
        baseUrl,
        '--on',
        'gpu-03',
        '--num-prompts',
        '8',
      ]
      const load = ['--prompt-token-ids', '--random-input-len', '16', '--random-output-len', '8']
      return runCli([...words, ...load, ...more], { env })
    }

    test('measures from there, and keeps the run and what its GPUs did like any other', async () => {
      const launch = ['server', 'launch', 'gpu-03', '--gpus', '1', '--', 'org/tiny']
      const launched = await runCli(launch, { env })
      const [, port] = /at port (\d+) of/.exec(launched.output) ?? []
      const [id = ''] = launched.output.split('\n')
      const baseUrl = `http://127.0.0.1:${port}`
      const { code, output, notes } = await bench(baseUrl, '--save-run', '--request-rate', '4')
      await runCli(['server', 'stop', id, '--on', 'gpu-03'], { env })
      expect(notes).toMatch(
        /Sent from gpu-03 \(Node v[\d.]+; its clock is \d+\.\d ms (ahead|behind)/,
      )
      expect(output).toMatch(/Successful requests: +8/)
      expect(code).toBe(0)
      const database = openDatabase(path.join(data, 'kneepoint.db'))
      const [run] = listRuns(database, { text: '', sweepId: null })
      expect(run).toMatchObject({
        ...{ status: 'completed', baseUrl, config: { on: 'gpu-03' } },
        launch: { launchId: id, startup: { attentionBackend: 'FLASH_ATTN' } },
        summary: {
          ...{ completed: 8, origin: { hostName: 'gpu-03' } },
          telemetry: { server: { preemptions: 0 }, gpu: { count: 1, maxTemperatureC: 49 } },
        },
      })
      expect(readRecords(database, run?.id ?? '')).toHaveLength(8)
      database.close()
    }, 90_000)

    test('a missing server is reported by its expected address', async () => {
      const baseUrl = `http://127.0.0.1:${await freePort()}`
      const { code, notes } = await bench(baseUrl)
      expect(notes).toContain(`No response from ${baseUrl}/v1/models`)
      expect(notes).toContain('It was asked from gpu-03.')
      expect(code).not.toBe(0)
    })

    test('a host that is not there is not taken for a server', async () => {
      const { code, notes } = await bench('http://127.0.0.1:1', '--on', 'nowhere.invalid')
      expect(notes).toContain('nowhere.invalid cannot be reached over SSH')
      expect(code).not.toBe(0)
    })
  },
)
