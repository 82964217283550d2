// What a host reports about itself, over a real SSH server; nvidia-smi prints what a host with GPUs printed.
// @module-tag nightly
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { inEnglish, message } from '#core/messages/message.ts'
import { localHost } from '#node/remote/local-host.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import type { Host } from '#node/remote/host.ts'
import { connectTo } from './connect-to.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')
const hosts: Host[] = []
afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())))
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    const key = makeKey(folder)
    let daemon: SshDaemon

    beforeAll(async () => {
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: fixtures })
      installIn(path.join(daemon.home, 'my envs', '.venv'), '0.27.1')
      mkdirSync(path.join(daemon.home, '.cache/huggingface/hub/models--Qwen--Qwen3-8B'), {
        recursive: true,
      })
    })
    afterAll(() => daemon.stop())

    test('GPUs, who uses them, models and installations', async () => {
      const host = connectTo(daemon, { folder, key })
      hosts.push(host)
      const facts = await readHostFacts(host, { withInstallations: true })
      expect(facts).toMatchObject({
        user: userInfo().username,
        cudaVersion: '12.8',
        cachedModels: ['Qwen/Qwen3-8B'],
        gpuProblem: null,
      })
      expect(
        facts.gpus.map(({ name, memoryUsedMiB, computeCapability }) => [
          name,
          memoryUsedMiB,
          computeCapability,
        ]),
      ).toEqual([
        ['NVIDIA H100 80GB HBM3', 71_902, '9.0'],
        ['NVIDIA H100 80GB HBM3', 4, '9.0'],
      ])
      expect(facts.gpuProcesses).toMatchObject([
        { name: 'VLLM::EngineCore', memoryUsedMiB: 71_890, owner: 'root' },
      ])
      expect(facts.gpuTopology).toContain('NV18')
      expect(facts.installations).toContainEqual({
        kind: 'environment',
        version: '0.27.1',
        place: path.join(daemon.home, 'my envs', '.venv', 'bin', 'vllm'),
      })
    })
  },
)

describe('here', () => {
  test('an older driver does not know every field', async () => {
    const environment = {
      ...process.env,
      PATH: `${fixtures}:${process.env['PATH']}`,
      OLD_DRIVER: '1',
    }
    const facts = await readHostFacts(localHost(environment), { withInstallations: false })
    expect(facts.gpus).toHaveLength(2)
    expect(facts.gpus[0]).toMatchObject({ computeCapability: null, maxSmClockMhz: 1980 })
  })

  test('a driver that hangs costs its limit, and the rest is reported', async () => {
    const bin = path.join(folder, 'hanging')
    mkdirSync(bin, { recursive: true })
    writeFileSync(path.join(bin, 'nvidia-smi'), '#!/bin/sh\ntrap "" TERM\nexec sleep 60\n', {
      mode: 0o755,
    })
    const environment = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder }
    const options = { withInstallations: false, longestGpuSilenceS: 1 }
    const facts = await readHostFacts(localHost(environment), options)
    expect(facts.gpus).toEqual([])
    expect(inEnglish(facts.gpuProblem ?? '')).toContain('nvidia-smi does not respond')
    expect(facts.memoryTotalMiB).toBeGreaterThan(100)
  })

  test('the lack of a GPU is reported, and the rest as well', async () => {
    const environment = {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      HF_HOME: path.join(folder, 'not there'),
    }
    const facts = await readHostFacts(localHost(environment), { withInstallations: false })
    expect(facts).toMatchObject({
      gpus: [],
      gpuProblem: message('hosts.noNvidiaSmi'),
      cachedModels: [],
    })
    expect(facts.memoryTotalMiB).toBeGreaterThan(100)
    expect(facts.cpuCount).toBeGreaterThan(0)
    expect(facts.modelCache.freeMiB).toBeGreaterThan(0)
  })
})

/** A program whose interpreter knows the version of the package, as in an environment of Python. */
function installIn(environment: string, version: string): void {
  const bin = path.join(environment, 'bin')
  mkdirSync(bin, { recursive: true })
  const interpreter = path.join(folder, 'python3')
  writeFileSync(interpreter, `#!/bin/sh\necho ${version}\n`)
  writeFileSync(path.join(bin, 'vllm'), `#!${interpreter}\n`)
  for (const file of [interpreter, path.join(bin, 'vllm')]) chmodSync(file, 0o755)
}
