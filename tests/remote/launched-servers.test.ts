// Servers on hosts as a window knows them: launched, watched, benchmarked, left alone, found again, stopped.
import { inEnglish } from '#core/messages/message.ts'
import { readable } from '#core/messages/readable.test-support.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServeRuntime } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import { installVllm, markedProcesses } from './install-vllm.ts'
import { addHost, openWindow, type Trust } from './open-window.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type KeyPair,
  type SshDaemon,
} from './ssh-daemon.ts'

const folder = temporaryFolder()
const fixtures = path.join(import.meta.dirname, 'fixtures', 'bin')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Variables = Readonly<Record<string, string>>

function profile(environment: Variables = {}, flags: Record<string, number | string> = {}) {
  return { name: 'tiny', config: { model: 'org/tiny', flags }, environment, gpus: ['1'] }
}

function launchOf({ launch, name }: Server) {
  if (launch === null) throw new Error(`${name} has no launch`)
  return launch
}

const isLeft = (launchId: string) =>
  execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' }).trim()

describe.skipIf(missingDaemon !== null)(
  `over SSH${missingDaemon === null ? '' : `: ${missingDaemon}`}`,
  () => {
    let daemon: SshDaemon
    let key: KeyPair

    beforeAll(async () => {
      key = makeKey(folder)
      const bin = installVllm(folder)
      symlinkSync(process.execPath, path.join(bin, 'node'))
      const searchPath = `${bin}:${fixtures}`
      daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: searchPath })
    })
    afterAll(() => daemon.stop())

    const open = (data?: string, trust?: Trust) => openWindow(daemon, data, trust)
    const addHere = (client: Client) => addHost(client, { name: 'gpu-03', daemon, key })

    test('a server comes up phase by phase, is benchmarked through the tunnel, and leaves nothing', async () => {
      const { client, window } = open()
      const hostId = await addHere(client)
      const launched = await client.servers.launch({ name: null, hostId, profile: profile() })
      expect(launched).toMatchObject({ name: 'tiny', state: { state: 'starting' } })
      const server = await window.server(launched.id, 'ready')
      const launch = launchOf(server)
      expect(launch.phases.map(({ phase }) => phase)).toEqual(
        expect.arrayContaining(['import', 'weights', 'kv-cache', 'opening']),
      )
      expect(launch.startup).toMatchObject({ attentionBackend: 'FLASH_ATTN' })
      expect(launch.startup.kvCacheTokens).toBeGreaterThan(0)
      expect(launch.startedInMs).toBeGreaterThan(500)
      expect(launch.firstRequestMs).toBeGreaterThan(0)
      expect(launch.launch.command).toContain('CUDA_VISIBLE_DEVICES=1 vllm serve org/tiny')
      expect((await client.servers.log({ id: server.id })).join('\n')).toContain('vLLM server')

      const config = { ...smallBenchmark, requestRate: 6, burstiness: 'inf' as const }
      const order = { serverId: server.id, name: null, config }
      const run = await window.run((await client.benchmarks.start(order)).id, 'completed')
      expect(run.summary).toMatchObject({
        ...{ completed: 12, failed: 0 },
        telemetry: { gpu: { count: 1, maxMemoryUsedMiB: 71_902, maxTemperatureC: 49 } },
      })
      expect(run.summary?.telemetry?.gpu?.powerW?.mean).toBeGreaterThan(0)
      const { series, problems } = await client.runs.telemetry({ id: run.id })
      const gpuSeries = series.filter(({ name }) => name.startsWith('gpu'))
      expect(gpuSeries.map(({ label }) => label)).toEqual(['1', '1', '1', '1', '1'])
      expect(series.map(({ name }) => name)).toContain('requestsRunning')
      expect(problems).toEqual([])
      expect(run.launch).toMatchObject({
        hostName: 'gpu-03',
        startup: { attentionBackend: 'FLASH_ATTN' },
        reach: { isForwarded: true, roundTripMs: { samples: 20 } },
        gpus: ['NVIDIA H100 80GB HBM3'],
      })
      expect(run.launch?.reach?.roundTripMs?.median).toBeGreaterThan(0)

      const there = { ...order, config: { ...config, on: 'gpu-03' } }
      const sent = await window.run((await client.benchmarks.start(there)).id, 'completed')
      expect(sent).toMatchObject({
        baseUrl: `http://127.0.0.1:${launch.launch.port}`,
        launch: { hostName: 'gpu-03', reach: null },
        summary: { completed: 12, failed: 0, origin: { hostName: 'gpu-03' } },
      })
      expect(sent.summary?.telemetry?.gpu?.count).toBe(1)

      const { id: launchId } = launch.launch
      expect(isLeft(launchId)).not.toBe('')
      const stopped = await client.servers.stop({ id: server.id })
      expect(stopped).toMatchObject({
        state: { state: 'stopped' },
        launch: { stop: { step: 'server-terminated', leftovers: [] } },
      })
      expect(isLeft(launchId)).toBe('')
      await client.servers.remove({ id: server.id })
      expect(await client.servers.found({ hostId })).toEqual([])
    })

    const failures = [
      { failure: 'out-of-memory', id: 'gpu-out-of-memory', tags: [] },
      { failure: 'memory-taken', id: 'memory-taken', tags: ['nightly'] },
      { failure: 'missing-model', id: 'model-missing', tags: ['nightly'] },
      { failure: 'no-kv-cache', id: 'no-kv-cache', tags: ['nightly'] },
    ]
    for (const { failure, id, tags } of failures) {
      test(`a start that fails with ${failure} is explained`, { tags }, async () => {
        const { client, window } = open()
        const hostId = await addHere(client)
        const environment = { STAND_IN_FAILURE: failure }
        const launched = await client.servers.launch({
          ...{ name: null, hostId, profile: profile(environment) },
        })
        const server = await window.server(launched.id, 'failed')
        expect(launchOf(server).failure?.id).toBe(id)
        expect(readable(server.state)).toMatchObject({ remedy: expect.any(String) as string })
        await client.servers.remove({ id: server.id })
      })
    }

    test(
      'a sweep over its flags launches it once for each, and with its own again',
      { tags: 'nightly', timeout: 120_000 },
      async () => {
        const { client, window } = open()
        const hostId = await addHere(client)
        const own = { 'max-num-seqs': 64 }
        const asked = { name: null, hostId, profile: profile({}, own) }
        const { id: serverId } = await client.servers.launch(asked)
        await window.server(serverId, 'ready')
        const plan = {
          name: 'batches',
          config: smallBenchmark,
          requestRates: [20],
          maxConcurrencies: [null],
          secondsPerPoint: null,
          axes: [
            {
              name: 'batch',
              settings: [{ server: { 'max-num-seqs': 8 } }, { server: { 'max-num-seqs': 16 } }],
            },
          ],
        }
        const { id } = await client.sweeps.start({ serverIds: [serverId], plan })
        const { points } = await window.sweep(id, 'completed', 'failed')
        const runs = await Promise.all(
          points.map(({ runId }) => client.runs.get({ id: runId ?? '' })),
        )
        expect(runs.map(({ status, launch }) => [status, launch?.command])).toEqual([
          ['completed', expect.stringContaining('--max-num-seqs 8')],
          ['completed', expect.stringContaining('--max-num-seqs 16')],
        ])
        const server = await window.server(serverId, 'ready')
        expect(launchOf(server).launch.profile.config.flags).toEqual(own)
        expect(await client.servers.found({ hostId })).toHaveLength(1)
        await client.servers.remove({ id: serverId })
      },
    )

    test('what cannot work is refused before anything is put there', async () => {
      const { client, window } = open()
      const hostId = await addHere(client)
      const { id } = await client.servers.launch({
        ...{ name: null, hostId, profile: profile({}, { 'tensor-parallel-size': 4 }) },
      })
      const { state } = await window.server(id, 'failed')
      expect(state.state === 'failed' && inEnglish(state.message)).toMatch(/4 GPUs/)
      expect(await client.servers.found({ hostId })).toEqual([])
    })

    test('a program that its host cannot start is found before the launch, with what else is there', async () => {
      const { client, window } = open()
      const hostId = await addHere(client)
      const file = (name: string, text: string, mode: number): ServeRuntime => {
        writeFileSync(path.join(daemon.home, name), text, { mode })
        return { kind: 'command', words: [`~/${name}`] }
      }
      const moved = file('moved', '#!/gone/bin/python3\nprint()\n', 0o755)
      const unusable = file('unusable', '#!/bin/sh\n', 0o644)
      const bare: ServeRuntime = {
        kind: 'command',
        words: ['python3', '-m', 'vllm.entrypoints.cli'],
      }
      const said = async (runtime: ServeRuntime) => {
        const asked = { hostId, profile: { ...profile(), runtime } }
        const { findings } = await client.profiles.preflight(asked)
        return readable(findings.filter(({ flag }) => flag === 'runtime'))
      }
      const remedy = expect.stringMatching(
        /installation of vLLM that the host has: .*bin\/vllm/,
      ) as string
      const error = { flag: 'runtime', severity: 'error', remedy }
      expect(await said({ kind: 'program', program: 'vllm' })).toEqual([])
      const absent: ServeRuntime = { kind: 'program', program: 'no-such-vllm' }
      const message = 'There is no program "no-such-vllm" on this host.'
      expect(await said(absent)).toEqual([{ ...error, message }])
      expect((await client.hosts.list()).at(-1)?.facts?.installations).toMatchObject([
        { kind: 'path', version: '0.28.0' },
      ])
      expect(await said({ kind: 'environment', folder: '~/venv' })).toMatchObject([
        { message: `There is no program "${daemon.home}/venv/bin/vllm" on this host.` },
      ])
      expect(await said(moved)).toMatchObject([
        { message: expect.stringContaining('/gone/bin/python3') as string },
      ])
      expect(await said(unusable)).toMatchObject([
        { message: `${daemon.home}/unusable on this host is not executable.` },
      ])
      expect(await said(bare)).toMatchObject([
        { message: expect.stringContaining('vLLM is not installed for') as string },
      ])

      const launching = { name: null, hostId, profile: { ...profile(), runtime: absent } }
      const { id } = await client.servers.launch(launching)
      const { state } = await window.server(id, 'failed')
      expect(readable(state)).toMatchObject({ message, remedy })
    })

    test(
      'launches that ended stay ended, with their cause, while their host cannot be reached',
      { tags: 'nightly' },
      async () => {
        const data = temporaryFolder()
        const first = open(data)
        const hostId = await addHere(first.client)
        const launch = async (environment: Variables) => {
          const asked = { name: null, hostId, profile: profile(environment) }
          return (await first.client.servers.launch(asked)).id
        }
        const failing = await launch({ STAND_IN_FAILURE: 'no-kv-cache' })
        const { state: cause } = await first.window.server(failing, 'failed')
        const ready = await launch({})
        const stopped = await launch({})
        await first.window.server(ready, 'ready')
        await first.window.server(stopped, 'ready')
        await first.client.servers.stop({ id: stopped })
        await first.close()

        const { client, window, close } = open(data, { isKnown: false })
        await window.server(ready, 'detached')
        const states = new Map((await client.servers.list()).map(({ id, state }) => [id, state]))
        expect(states.get(failing)).toEqual(cause)
        expect(states.get(stopped)).toEqual({ state: 'stopped' })
        await close()

        const back = open(data)
        await back.window.server(ready, 'ready')
        await expect
          .poll(async () => (await back.client.servers.log({ id: failing })).length)
          .toBeGreaterThan(0)
        expect(launchOf(await back.window.server(failing, 'failed')).failure?.id).toBe(
          'no-kv-cache',
        )
      },
    )

    test(
      'an engine that does not hear is ended by its session, and only that',
      { tags: 'nightly' },
      async () => {
        const { client, window } = open()
        const hostId = await addHere(client)
        const bystander = spawnSync('sh', ['-c', 'sleep 300 >/dev/null 2>&1 & echo $!'])
        const bystanderPid = Number(bystander.stdout.toString())
        const shared = profile({ STAND_IN_ORPHANS: '1' }, { 'gpu-memory-utilization': 0.05 })
        const { id } = await client.servers.launch({
          ...{ name: null, hostId, profile: { ...shared, gpus: ['0'] } },
        })
        const { id: launchId } = launchOf(await window.server(id, 'ready')).launch
        const stopped = await client.servers.stop({ id })
        expect(stopped.launch?.stop?.leftovers).toEqual([])
        expect(isLeft(launchId)).toBe('')
        expect(() => process.kill(bystanderPid, 0)).not.toThrow()
        process.kill(bystanderPid)
        const others = [{ name: 'VLLM::EngineCore', owner: 'root' }]
        await expect
          .poll(async () => (await client.servers.list())[0]?.launch?.stop?.gpuUsers)
          .toMatchObject(others)
      },
    )

    test(
      'a dropped connection while it starts changes nothing for the server',
      { tags: 'nightly' },
      async () => {
        const { client, window } = open()
        const hostId = await addHere(client)
        const environment = { STAND_IN_STARTUP_S: '5' }
        const { id } = await client.servers.launch({
          ...{ name: null, hostId, profile: profile(environment) },
        })
        await window.event(
          (event) =>
            event.type === 'server' && event.server.launch?.phases.at(-1)?.phase === 'weights',
        )
        daemon.dropConnections()
        await window.server(id, 'ready')
        await client.servers.remove({ id })
      },
    )

    test(
      'it runs on when Kneepoint is closed, and is found again with its key, its phases and its log',
      { tags: 'nightly' },
      async () => {
        const data = temporaryFolder()
        const first = open(data)
        const hostId = await addHere(first.client)
        const { id } = await first.client.servers.launch({
          ...{ name: null, hostId, profile: { ...profile(), secretNames: ['VLLM_API_KEY'] } },
          secrets: { VLLM_API_KEY: "it's $(a) secret" },
        })
        const before = launchOf(await first.window.server(id, 'ready'))
        expect(JSON.stringify(await first.client.servers.list())).not.toContain('secret"')
        await first.close()
        expect(isLeft(before.launch.id)).not.toBe('')

        const { client, window } = open(data)
        const again = launchOf(await window.server(id, 'ready'))
        expect(again.launch).toEqual(before.launch)
        expect(again.startup).toEqual(before.startup)
        const order = { serverId: id, name: null, config: smallBenchmark }
        await window.run((await client.benchmarks.start(order)).id, 'completed')
        await client.servers.remove({ id, leavesRunning: true })
        const [found] = await client.servers.found({ hostId })
        expect(found).toMatchObject({ serverId: null, status: { isServerAlive: true } })
        const adopted = await client.servers.adopt({ hostId, launchId: before.launch.id })
        await window.server(adopted.id, 'ready')
        await client.servers.remove({ id: adopted.id })
        expect(isLeft(before.launch.id)).toBe('')
      },
    )
  },
)
