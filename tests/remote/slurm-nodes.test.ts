// A server that spans the nodes of a job, on a real Slurm of three: ranks that meet, a log of all, an end that is named.
// @module-tag nightly
import { rmSync } from 'node:fs'
import { inEnglish } from '#core/messages/message.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#node/application/services/client-of.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import { installVllm, marked, pidServing } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
import { missingSlurm, reachedNodes, startSlurm, type SlurmCluster } from './slurm-cluster.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const missing = missingDaemon ?? missingSlurm

function order(hostId: string, environment: Record<string, string> = {}) {
  const flags = { 'pipeline-parallel-size': 3 }
  const profile = {
    ...{ name: 'wide', config: { model: 'org/tiny', flags }, environment, address: '0.0.0.0' },
    ...{ secretNames: ['VLLM_API_KEY'], job: { partition: 'gpu', nodes: 3 } },
  }
  return { name: null, hostId, profile, secrets: { VLLM_API_KEY: 'a secret' } }
}

describe.skipIf(missing !== null)(`on three nodes${missing === null ? '' : `: ${missing}`}`, () => {
  let daemon: SshDaemon
  let cluster: SlurmCluster
  let key: KeyPair

  beforeAll(async () => {
    key = makeKey(folder)
    cluster = await startSlurm(folder, 3, reachedNodes)
    const searchPath = `${installVllm(folder)}:${cluster.bin}`
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
  }, 60_000)
  afterAll(async () => {
    await daemon.stop()
    await cluster.stop()
  }, 60_000)

  const addLogin = (client: Client) => addHost(client, { name: 'login-1', daemon, key })

  test('rank 0 serves, the others join it, the log shows all, and nothing is left', async () => {
    const { client, window } = openWindow(daemon)
    const { id } = await client.servers.launch(order(await addLogin(client)))
    const server = await window.server(id, 'ready')
    const { launch: { id: launchId = '', command = '' } = {} } = server.launch ?? {}
    expect(command.split('vllm serve')).toHaveLength(4)
    expect(command).toContain('--node-rank 2')
    expect(command.match(/--headless/g)).toHaveLength(2)
    expect(server.launch).toMatchObject({ startup: { attentionBackend: 'FLASH_ATTN' } })
    const log = (await client.servers.log({ id })).join('\n')
    expect(log).toMatch(/^0: Kneepoint: rank 0 runs on \S+\.$/m)
    expect(log).toMatch(/^1: Kneepoint: rank 1 runs on zz2\.$/m)
    expect(log).toMatch(/^2: .*rank 2 of 3 joined$/m)
    expect(log).not.toContain('a secret')

    const wanted = { serverId: id, name: null, config: smallBenchmark }
    const run = await window.run((await client.benchmarks.start(wanted)).id, 'completed')
    expect(run.summary).toMatchObject({ completed: 12, failed: 0 })

    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toEqual({ step: 'server-terminated', leftovers: [] })
    const after = (await client.servers.log({ id })).join('\n')
    expect(after).not.toContain('lost the others')
    expect(cluster.queue()).toBe('')
    await expect.poll(() => marked(launchId)).toEqual([])
    await client.servers.remove({ id })
  }, 120_000)

  test('a rank that ends while it serves ends the server, by its node and its log', async () => {
    const { client, window } = openWindow(daemon)
    const { id } = await client.servers.launch(order(await addLogin(client)))
    const server = await window.server(id, 'ready')
    const launchId = server.launch?.launch.id ?? ''
    process.kill(pidServing(launchId, '--node-rank', 2), 'SIGKILL')
    const { state } = await window.server(id, 'failed')
    const text = state.state === 'failed' ? inEnglish(state.message) : ''
    expect(text).toContain('rank 2 on node zz3 ended with code 137')
    await expect.poll(() => cluster.queue(), { timeout: 20_000 }).toBe('')
    await expect.poll(() => marked(launchId)).toEqual([])
    await client.servers.remove({ id })
  }, 120_000)

  test('a number of nodes that does not fit is refused with what to change', async () => {
    const { client, window } = openWindow(daemon)
    const asked = order(await addLogin(client))
    const two = { ...asked.profile.job, nodes: 2 }
    const { id } = await client.servers.launch({
      ...asked,
      profile: { ...asked.profile, job: two },
    })
    const { state } = await window.server(id, 'failed')
    expect(state.state === 'failed' && inEnglish(state.message)).toBe(
      'Tensor × pipeline × data parallel gives 3 workers, which 2 nodes cannot share evenly.',
    )
    await client.servers.remove({ id })
  }, 60_000)
})
