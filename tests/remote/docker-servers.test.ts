// Servers in containers of a real Docker, launched over a real sshd: pulled, watched, benchmarked, found again, stopped.
// @module-tag nightly
import { inEnglish } from '#core/messages/message.ts'
import { readable } from '#core/messages/readable.test-support.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchProfileSchema } from '#core/model/launch-profile.ts'
import type { Server } from '#core/model/server.ts'
import { containerFindings } from '#core/vllm/launch/container-findings.ts'
import { smallBenchmark } from '#node/application/application.test-support.ts'
import type { Client } from '#node/application/services/client-of.ts'
import { readHostFacts } from '#node/remote/read-host-facts.ts'
import { containerFacts } from '#node/remote/launch/preflight.ts'
import { localHost } from '#node/remote/local-host.ts'
import { startDocker } from './docker-daemon.ts'
import { markedProcesses } from './install-vllm.ts'
import { addHost, openWindow } from './open-window.ts'
import {
  makeKey,
  missingDaemon,
  startSshDaemon,
  temporaryFolder,
  type SshDaemon,
} from './ssh-daemon.ts'
import { makeImage } from './vllm-image.ts'

const folder = temporaryFolder()
const image = 'vllm/vllm-openai:v0.28.0'
const secret = "it's $(a) secret"
/** Only now is known whether one can run on this machine. */
const docker = missingDaemon ?? (await startDocker(folder))
afterAll(async () => {
  if (typeof docker !== 'string') await docker.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

type Changes = Readonly<{
  image?: string
  options?: readonly string[]
  environment?: Record<string, string>
}>

function profile({ image: wanted = image, options = [], environment = {} }: Changes = {}) {
  const runtime = { kind: 'docker' as const, image: wanted, options: [...options] }
  return {
    name: 'tiny',
    config: { model: 'org/tiny' },
    runtime,
    environment: { STAND_IN_STARTUP_S: '0.3', ...environment },
  }
}

function launchOf({ launch, name }: Server) {
  if (launch === null) throw new Error(`${name} has no launch`)
  return launch
}

const isLeft = (launchId: string) =>
  execFileSync('sh', ['-c', markedProcesses(launchId)], { encoding: 'utf8' }).trim()

function suite(here: Exclude<typeof docker, string>) {
  let daemon: SshDaemon
  const key = makeKey(folder)

  beforeAll(async () => {
    await makeImage(here, { folder, name: image })
    daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey], path: here.bin })
  }, 60_000)
  afterAll(() => daemon.stop())

  const open = (data?: string) => openWindow(daemon, data)
  const addHere = (client: Client) => addHost(client, { name: 'gpu-03', daemon, key })
  const containers = (launchId: string) =>
    here.ask('ps', '-aq', '--filter', `label=kneepoint.launch=${launchId}`)

  /** Launches it and waits until it is there, or is not. */
  async function launch(state: 'ready' | 'failed', changes: Changes = {}) {
    const { client, window } = open()
    const hostId = await addHere(client)
    const { id } = await client.servers.launch({ name: null, hostId, profile: profile(changes) })
    const server = await window.server(id, state)
    return { client, window, hostId, id, server }
  }

  test('a server in a container is watched, benchmarked, found again with its key, and stopped', async () => {
    const data = temporaryFolder()
    const first = open(data)
    const hostId = await addHere(first.client)
    const wanted = { ...profile(), secretNames: ['VLLM_API_KEY'] }
    const order = { name: null, hostId, profile: wanted, secrets: { VLLM_API_KEY: secret } }
    const { id } = await first.client.servers.launch(order)
    const before = launchOf(await first.window.server(id, 'ready'))
    expect(before.phases.map(({ phase }) => phase).slice(0, 3)).toEqual(['image', 'import', 'boot'])
    const launchId = before.launch.id

    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(secret)
    expect(here.ask('inspect', '--format', '{{.Path}} {{.Args}}', containers(launchId))).toMatch(
      /org\/tiny/,
    )
    expect(
      here.ask('inspect', '--format', '{{.Path}} {{.Args}}', containers(launchId)),
    ).not.toContain(secret)
    const own = path.join(daemon.home, '.local/share/kneepoint/launches', launchId)
    const holding = readdirSync(own).filter((name) =>
      readFileSync(path.join(own, name), 'utf8').includes('$(a) secret'),
    )
    expect(holding).toEqual(['environment'])
    expect(statSync(path.join(own, 'environment')).mode & 0o777).toBe(0o600)

    await first.close()
    const { client, window } = open(data)
    const again = await window.server(id, 'ready')
    expect(again.launch?.launch).toEqual(before.launch)
    const benchmark = { serverId: id, name: null, config: smallBenchmark }
    const run = await window.run((await client.benchmarks.start(benchmark)).id, 'completed')
    expect(run.summary).toMatchObject({ completed: 12, failed: 0 })

    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toMatchObject({ step: 'server-terminated', leftovers: [] })
    expect([containers(launchId), isLeft(launchId)]).toEqual(['', ''])
    expect(readdirSync(own)).not.toContain('environment')
  }, 60_000)

  test.each([
    ['image-without-program', { options: ['--entrypoint', 'nothing'] }],
    ['registry-unreachable', { image: '127.0.0.1:9/vllm-openai:v1' }],
    ['container-out-of-memory', { options: ['--memory', '24m', '--memory-swap', '24m'] }],
  ])(
    '%s is explained',
    async (failure, changes: Changes) => {
      const { server } = await launch('failed', changes)
      expect(launchOf(server).failure?.id).toBe(failure)
      expect(readable(server.state)).toMatchObject({ remedy: expect.any(String) as string })
      expect(containers(launchOf(server).launch.id)).toBe('')
    },
    30_000,
  )

  test('a container killed by another process is reported as that', async () => {
    const { window, id, server } = await launch('ready')
    here.ask('kill', containers(launchOf(server).launch.id))
    expect(launchOf(await window.server(id, 'failed')).failure?.id).toBe('killed-outside')
  }, 30_000)

  test('a stop while it is still loading is heard at once', async () => {
    const { client, window } = open()
    const hostId = await addHere(client)
    const slow = profile({ environment: { STAND_IN_STARTUP_S: '12' } })
    const { id } = await client.servers.launch({ name: null, hostId, profile: slow })
    await window.event(
      (event) => event.type === 'server' && event.server.launch?.phases.at(-1)?.phase === 'weights',
    )
    const { launch: stopped } = await client.servers.stop({ id })
    expect(stopped?.stop).toMatchObject({ step: 'server-terminated', leftovers: [] })
    expect(containers(stopped?.launch.id ?? '')).toBe('')
  }, 30_000)

  test('what a killed client leaves is ended by its leader, and nothing of others', async () => {
    const bystander = here.ask(
      'run',
      '-d',
      '--name',
      'somebody-elses',
      '--entrypoint',
      'sleep',
      image,
      '300',
    )
    onTestFinished(() => void here.ask('rm', '--force', bystander))
    const { window, id, server } = await launch('ready')
    const { launch: own } = launchOf(server)
    killWith(daemon.home, own.id, ['server'])
    await window.server(id, 'failed')
    await expect.poll(() => containers(own.id)).toBe('')
    expect(here.ask('ps', '-q', '--no-trunc')).toBe(bystander)
  }, 30_000)

  test('a container that outlives client and leader is found, and stopped', async () => {
    const { client, window, hostId, id, server } = await launch('ready')
    const { launch: own } = launchOf(server)
    killWith(daemon.home, own.id, ['leader', 'server'])
    const { state } = await window.server(id, 'failed')
    expect(state.state === 'failed' && inEnglish(state.message)).toContain(
      `container kneepoint-${own.id}`,
    )
    const [found] = await client.servers.found({ hostId })
    expect(found?.status.members).toEqual([
      { pid: expect.any(Number) as number, name: `container kneepoint-${own.id}` },
    ])
    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toMatchObject({ step: 'session-killed', leftovers: [] })
    expect([containers(own.id), isLeft(own.id)]).toEqual(['', ''])
  }, 30_000)

  test('a container of a command that outlives client and leader is found, and stopped', async () => {
    const { client, window } = open()
    const hostId = await addHere(client)
    const words = ['docker', 'run', '--rm', '--init', '--network', 'host', image]
    const runtime = { kind: 'command' as const, words }
    const order = { name: null, hostId, profile: { ...profile(), runtime } }
    const { id } = await client.servers.launch(order)
    const { launch: own } = launchOf(await window.server(id, 'ready'))
    expect(containers(own.id)).not.toBe('')
    killWith(daemon.home, own.id, ['leader', 'server'])
    const { state } = await window.server(id, 'failed')
    expect(state.state === 'failed' && inEnglish(state.message)).toContain('container ')
    const stopped = await client.servers.stop({ id })
    expect(stopped.launch?.stop).toMatchObject({ step: 'session-killed', leftovers: [] })
    expect([containers(own.id), isLeft(own.id)]).toEqual(['', ''])
  }, 30_000)

  test('an image is pulled from its registry, and its size known before', async () => {
    const registry = await here.startRegistry()
    if (registry === null) return
    const name = `${registry}/team/vllm-openai:v0.28.0`
    here.ask('tag', image, name)
    here.ask('push', name)
    here.ask('rmi', name)
    const { client, window } = open()
    const hostId = await addHere(client)
    const wanted = profile({ image: name })
    const { findings, version } = await client.profiles.preflight({
      hostId,
      profile: launchProfileSchema.parse(wanted),
    })
    expect(version).toBe('0.28.0')
    expect(inEnglish(findings.find(({ flag }) => flag === 'docker')?.message ?? '')).toMatch(
      /pulled first: 0\.0 GiB/,
    )
    const { id } = await client.servers.launch({ name: null, hostId, profile: wanted })
    const { launch: started } = await window.server(id, 'ready')
    const [pulled, loading] = started?.phases ?? []
    expect([pulled?.phase, loading?.phase]).toEqual(['image', 'import'])
    expect((await client.servers.log({ id })).join('\n')).toContain(
      'Status: Downloaded newer image',
    )

    const absent = launchProfileSchema.parse(profile({ image: `${registry}/team/nothing:v1` }))
    const refused = await client.profiles.preflight({ hostId, profile: absent })
    expect(refused.findings.find(({ flag }) => flag === 'docker')).toMatchObject({
      severity: 'error',
    })
  }, 60_000)

  test('images are among the installations', async () => {
    const host = localHost({ ...process.env, PATH: `${here.bin}:/usr/bin:/bin`, HOME: folder })
    const { installations } = await readHostFacts(host, { withInstallations: true })
    expect(installations).toContainEqual({ kind: 'image', version: '0.28.0', place: image })
  })

  test.each([
    ['DOCKER_HOST=unix:///nowhere.sock exec /usr/bin/docker', /is not running there/],
    [
      `exec runuser -u nobody -- /usr/bin/docker -H unix://${here.socket}`,
      /no permission to use docker/,
    ],
  ])('an unusable docker is reported in advance: %s', async (command, words) => {
    const bin = path.join(temporaryFolder(), 'bin')
    onTestFinished(() => rmSync(path.dirname(bin), { recursive: true }))
    mkdirSync(bin)
    writeFileSync(path.join(bin, 'docker'), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 })
    const host = localHost({ PATH: `${bin}:/usr/sbin:/usr/bin:/bin`, HOME: folder })
    const wanted = launchProfileSchema.parse(profile())
    const facts = await readHostFacts(host, { withInstallations: false })
    const found = containerFindings(wanted, await containerFacts(host, wanted), facts)
    expect(readable(found)).toMatchObject([
      { severity: 'error', message: expect.stringMatching(words) as string },
    ])
  })
}

/** By the number that its folder knows. */
function killWith(home: string, launchId: string, files: readonly string[]): void {
  for (const file of files) {
    const [pid = ''] = readFileSync(
      path.join(home, '.local/share/kneepoint/launches', launchId, file),
      'utf8',
    ).split(' ')
    spawnSync('kill', ['-s', 'KILL', pid])
  }
}

if (typeof docker === 'string') test.skip(`in containers: ${docker}`, () => undefined)
else describe('in containers', () => suite(docker))
