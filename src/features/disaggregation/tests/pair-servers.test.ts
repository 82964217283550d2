// A prefill/decode pair on a real host over SSH: instances in order, then a router that is the server; an end that is named.
// @module-tag nightly
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { poolNotes } from '#features/disaggregation/core/pool-notes.ts'
import { inEnglish } from '#core/messages/message.ts'
import { shellText } from '#core/command-line/launch-functions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#node/application/services/client-of.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import { installVllm, marked, pidServing } from '../../../../tests/remote/install-vllm.ts'
import { addHost, openWindow } from '../../../../tests/remote/open-window.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from '../../../../tests/remote/ssh-daemon.ts'

const folder = temporaryFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fixtures = path.join(import.meta.dirname, '../../../../tests/remote/fixtures/bin')
const router = 'pair-router --port {port} --prefill {prefill-url} --decode {decode-url}'

function order(hostId: string, changes: object = {}) {
  const disaggregation = {
    prefill: { flags: { 'max-num-seqs': 16 } },
    decode: { flags: { 'max-num-seqs': 64 } },
    ...{ router, ...changes },
  }
  const flags = { 'gpu-memory-utilization': 0.05 }
  const profile = { name: 'pair', config: { model: 'org/tiny', flags }, disaggregation }
  return { name: null, hostId, profile }
}

describe.skipIf(missingDaemon !== null)(`over SSH: ${missingDaemon ?? 'sshd'}`, () => {
  let daemon: SshDaemon
  let key: KeyPair

  beforeAll(async () => {
    key = makeKey(folder)
    const bin = installVllm(folder)
    const program = path.join(import.meta.dirname, 'pair-router.ts')
    const words = shellText([process.execPath, '--no-warnings', program])
    writeFileSync(path.join(bin, 'pair-router'), `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 })
    const searchPath = `${bin}:${fixtures}`
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
  })
  afterAll(() => daemon.stop())

  const addHere = (client: Client) => addHost(client, { name: 'gpu-03', daemon, key })

  test('the instances come up before the router, which is benchmarked; nothing is left', async () => {
    const { client, window } = openWindow(daemon)
    const { id } = await client.servers.launch(order(await addHere(client)))
    const server = await window.server(id, 'ready')
    const launch = server.launch?.launch
    const names = launch?.instances?.map(({ name }) => name)
    expect(names).toEqual(['prefill-0', 'decode-0'])
    expect(launch?.command).toMatch(
      /CUDA_VISIBLE_DEVICES=0 VLLM_NIXL_SIDE_CHANNEL_PORT=\d+ vllm serve/,
    )
    expect(launch?.command).toMatch(/CUDA_VISIBLE_DEVICES=1 /)
    expect(launch?.command).toContain('"kv_role":"kv_producer"')
    const log = (await client.servers.log({ id })).join('\n')
    expect(log.indexOf('Kneepoint: decode-0 is ready')).toBeLessThan(log.indexOf('router: routing'))
    expect(log).toMatch(/^prefill-0: .*vLLM server/m)

    const wanted = { serverId: id, name: null, config: smallBenchmark }
    const run = await window.run((await client.benchmarks.start(wanted)).id, 'completed')
    expect(run.summary).toMatchObject({ completed: 12, failed: 0 })

    const launchId = launch?.id ?? ''
    expect(marked(launchId).length).toBeGreaterThan(3)
    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toEqual({
      step: 'server-terminated',
      leftovers: [],
      ...gpus(stopped),
    })
    expect(marked(launchId)).toEqual([])
    await client.servers.remove({ id })
  }, 120_000)

  test.each([
    {
      binds: 'prefill',
      slots: [1, 64],
      outputTokens: 2,
      note: /^Prefill binds: .* 1 of 1 in.*decode uses/,
    },
    {
      binds: 'decode',
      slots: [64, 1],
      outputTokens: 16,
      note: /^Decode binds: .* 1 of 1 inst.*prefill uses/,
    },
  ])(
    'each instance is sampled, and a run shows that $binds binds',
    async ({ slots: [prefill, decode], outputTokens, note }) => {
      const { client, window } = openWindow(daemon)
      const changes = {
        prefill: { flags: { 'max-num-seqs': prefill } },
        decode: { flags: { 'max-num-seqs': decode } },
      }
      const { id } = await client.servers.launch(order(await addHere(client), changes))
      await window.server(id, 'ready')
      const config = {
        ...smallBenchmark,
        ...{ numPrompts: 40, maxConcurrency: 16, requestRate: 'inf' as const, telemetryRateHz: 5 },
        ...{ randomInputLen: 400, randomOutputLen: outputTokens },
        telemetryMetric: ['vllm:num_requests_running'],
      }
      const started = await client.benchmarks.start({ serverId: id, name: null, config })
      const run = await window.run(started.id, 'completed')
      expect(run.launch?.instances).toEqual([
        { name: 'prefill-0', pool: 'prefill', slots: prefill },
        { name: 'decode-0', pool: 'decode', slots: decode },
      ])
      const sampled = run.summary?.telemetry?.instances ?? []
      expect(sampled.map(({ label }) => label).toSorted()).toEqual(['decode-0', 'prefill-0'])
      expect(poolNotes(run).map(inEnglish)).toEqual([expect.stringMatching(note)])
      const { series } = await client.runs.telemetry({ id: run.id })
      const labels = series.flatMap((one) => (one.name === 'instanceWaiting' ? one.label : []))
      expect(labels.toSorted()).toEqual(['decode-0', 'prefill-0'])
      const named = series.filter(({ name }) => name === 'metricValue')
      expect(named.map(({ label }) => label).toSorted()).toEqual([
        expect.stringMatching(/^decode-0 vllm:num_requests_running/),
        expect.stringMatching(/^prefill-0 vllm:num_requests_running/),
        // As it passes it on.
        expect.stringMatching(/^router vllm:num_requests_running/),
      ])
      // The router passes /metrics on to an instance, which is not its own.
      expect(run.summary?.telemetry?.server).toBeNull()
      const unknown = { ...config, telemetryMetric: ['vllm:num_requests_runing'] }
      const refused = await client.benchmarks.start({ serverId: id, name: null, config: unknown })
      const { failure } = await window.run(refused.id, 'failed')
      expect(failure?.code).toBe('invalid-input')
      const { launch } = await window.server(id, 'ready')
      expect(launch?.launch.instances).toHaveLength(2)
      expect(failure?.message).toMatch(/^None of .* has the metric/)
      for (const { port } of launch?.launch.instances ?? []) {
        expect(failure?.message).toContain(`:${port}/metrics`)
      }
      expect(failure?.message).toContain('num_requests_running')
      await client.servers.remove({ id })
    },
    120_000,
  )

  test(
    'an instance that dies ends the pair, and is named',
    { tags: 'nightly', timeout: 120_000 },
    async () => {
      const { client, window } = openWindow(daemon)
      const { id } = await client.servers.launch(order(await addHere(client)))
      const { launch } = await window.server(id, 'ready')
      const launchId = launch?.launch.id ?? ''
      const port = launch?.launch.instances?.[1]?.port ?? 0
      process.kill(pidServing(launchId, '--port', port), 'SIGKILL')
      const { state } = await window.server(id, 'failed')
      expect(state.state === 'failed' && inEnglish(state.message)).toContain(
        'ended when its decode-0 ended with code 137',
      )
      await expect.poll(() => marked(launchId), { timeout: 40_000 }).toEqual([])
      await client.servers.remove({ id })
    },
  )

  test.each([
    { changes: { prefill: { instances: 2 } }, text: /need 3 GPUs together, and there are 2/ },
    {
      changes: { router: 'pair-router --port {port}' },
      text: /no \{prefill-url\}, \{decode-url\}/,
    },
    {
      changes: { router: router.replace('pair-router', 'no-router') },
      text: /no program "no-router"/,
    },
    { changes: { decode: { flags: { 'block-size': 128 } } }, text: /agree on --block-size/ },
  ])('$changes is refused before anything is started', async ({ changes, text }) => {
    const { client, window } = openWindow(daemon)
    const { id } = await client.servers.launch(order(await addHere(client), changes))
    const { state } = await window.server(id, 'failed')
    expect(state.state === 'failed' && inEnglish(state.message)).toMatch(text)
    await client.servers.remove({ id })
  })
})

/** Reported a moment later, where others use its GPUs. */
function gpus({ launch }: Awaited<ReturnType<Client['servers']['stop']>>) {
  const users = launch?.stop?.gpuUsers
  return users === undefined ? {} : { gpuUsers: users }
}
