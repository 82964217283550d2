// The container image, built and run by a real Docker: without rights, on a read-only root. Registries of images cannot
// be reached everywhere, so its base here holds what the real one brings: the C and C++ libraries of this computer.
// @module-tag nightly
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { makeImageFolder } from '../../scripts/release/image.ts'
import { inRepository, repositoryFolder } from '../../scripts/repository.ts'
import { buildIfStale } from '../../scripts/build-if-stale.ts'
import { startDocker } from '../remote/docker-daemon.ts'
import { freePort, temporaryFolder } from '../remote/ssh-daemon.ts'
import { librariesOf } from '../remote/vllm-image.ts'

const folder = temporaryFolder()
const isRightPlatform = process.platform === 'linux' && process.arch === 'x64'
const docker = isRightPlatform
  ? await startDocker(folder, { bridge: false })
  : 'the image is for x64 Linux'

afterAll(async () => {
  if (typeof docker !== 'string') await docker.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

/** The command, as a user runs it. */
function ask(...words: string[]): string {
  if (typeof docker === 'string') throw new Error(docker)
  return docker.ask(...words)
}

function socket(): string {
  if (typeof docker === 'string') throw new Error(docker)
  return `unix://${docker.socket}`
}

const composer = '/usr/bin/docker-compose'

const nightly = { tags: 'nightly', timeout: 180_000 }

const image = 'kneepoint'
const unprivileged = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL']
const hardened = [...unprivileged, '--network', 'host']

/** In a container, answering. */
async function startSimulator(): Promise<Readonly<{ server: string; address: string }>> {
  const port = String(await freePort())
  const simulate = ['simulate', '--preset', 'quick', '--port', port, '--startup-s', '0']
  const server = ask('run', '--detach', ...hardened, image, ...simulate)
  const address = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => expect((await fetch(`${address}/health`)).ok).toBe(true), {
    timeout: 20_000,
  })
  return { server, address }
}

describe.skipIf(typeof docker === 'string')('the container image (skipped without Docker)', () => {
  beforeAll(async () => {
    expect(await buildIfStale()).toBe(0)
    const context = await makeImageFolder(folder)
    importBase()
    vi.stubEnv('DOCKER_BUILDKIT', '0')
    ask('build', '--quiet', '--build-arg', 'BASE=base', '--tag', image, context)
  }, 240_000)

  test('is small, and runs as a user without rights', () => {
    const [size = 0, user = ''] = ask(
      ...['image', 'inspect', '--format', '{{.Size}} {{.Config.User}}', image],
    ).split(' ')
    // Debian's slim base has 78 MB.
    expect(Number(size)).toBeLessThan(250e6 - 78e6)
    expect(user).toBe('65532:65532')
  })

  test('has the load generator of this version where pods look for it', () => {
    const built = readFileSync(inRepository('out/remote/load-generator.mjs'))
    const sum =
      "crypto.createHash('sha256').update(fs.readFileSync('/opt/kneepoint/out/remote/load-generator.mjs'))"
    const node = ['--entrypoint', '/usr/local/bin/node', image, '-p']
    const printed = ask('run', '--rm', ...hardened, ...node, `${sum}.digest('hex')`)
    expect(printed.trim()).toBe(createHash('sha256').update(built).digest('hex'))
  })

  test('serves the window on a published port, and is healthy by its own check', async () => {
    const port = String(await freePort())
    ask('network', 'create', 'published')
    // Its own command and its own check, asked more often than every half a minute.
    const options = ['--publish', `127.0.0.1:${port}:8787`, '--health-interval', '1s']
    const id = ask('run', '--detach', ...unprivileged, '--network', 'published', ...options, image)
    try {
      const health = () => ask('inspect', '--format', '{{.State.Health.Status}}', id)
      await vi.waitFor(() => expect(health()).toBe('healthy'), { timeout: 60_000, interval: 500 })
      expect(ask('logs', id)).toContain('#token=')
      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect(await page.text()).toContain('<div id="app"')
    } finally {
      ask('rm', '--force', id)
      ask('network', 'rm', 'published')
    }
  }, 120_000)

  test.skipIf(!existsSync(composer))(
    'is composed with a simulator that it reaches by name (skipped without docker-compose)',
    nightly,
    async () => {
      const port = String(await freePort())
      const file = path.join(repositoryFolder, 'docs/deployment/compose.yaml')
      const compose = (...words: string[]) => {
        const env = { ...process.env, DOCKER_HOST: socket(), KNEEPOINT_PORT: port }
        const command = ['--file', file, '--project-name', 'composed', ...words]
        return execFileSync(composer, command, { env, encoding: 'utf8', stdio: 'pipe' })
      }
      try {
        compose('up', '--detach')
        await vi.waitFor(
          async () => {
            const page = await fetch(`http://127.0.0.1:${port}/`)
            expect(await page.text()).toContain('<div id="app"')
            const models =
              "fetch('http://simulator:8100/v1/models').then((r) => r.text()).then(console.log)"
            const node = ['kneepoint', '/usr/local/bin/node', '-e', models]
            expect(compose('exec', '-T', ...node)).toContain('"object":"list"')
          },
          { timeout: 60_000, interval: 1000 },
        )
      } finally {
        compose('down', '--volumes')
      }
    },
  )

  test('measures, and keeps the run in its volume', { timeout: 120_000 }, async () => {
    const { server, address } = await startSimulator()
    try {
      const load = ['--dataset-name', 'random', '--prompt-token-ids', '--random-input-len', '16']
      const bench = ['bench', 'serve', '--base-url', address, ...load, '--num-prompts', '5']
      const volume = ['--volume', 'kept:/data']
      const printed = ask('run', '--rm', ...hardened, ...volume, image, ...bench, '--save-run')
      expect(printed).toMatch(/Successful requests: +5/)
      const listed = ask('run', '--rm', ...hardened, ...volume, image, 'runs', '--json')
      expect(
        z
          .array(z.looseObject({ status: z.string(), figures: z.looseObject({}) }))
          .parse(JSON.parse(listed)),
      ).toMatchObject([{ status: 'completed', figures: { completed: 5 } }])
    } finally {
      ask('rm', '--force', server)
    }
  })

  test('runs as another user on a folder of theirs, as Apptainer runs it', nightly, async () => {
    const home = path.join(folder, 'home-of-another')
    mkdirSync(home)
    chownSync(home, 4321, 4321)
    const { server, address } = await startSimulator()
    try {
      const other = ['--user', '4321:4321', '--volume', `${home}:/data`]
      const load = ['--dataset-name', 'random', '--prompt-token-ids', '--random-input-len', '16']
      const bench = ['bench', 'serve', '--base-url', address, ...load, '--num-prompts', '5']
      const printed = ask('run', '--rm', ...hardened, ...other, image, ...bench, '--save-run')
      expect(printed).toMatch(/Successful requests: +5/)
      const database = statSync(path.join(home, 'kneepoint.db'))
      expect({ owner: database.uid, bytes: database.size }).toEqual({
        owner: 4321,
        bytes: expect.any(Number) as number,
      })
    } finally {
      ask('rm', '--force', server)
    }
  })

  test('demonstrates itself', nightly, async () => {
    const output = ['demo', '--output-dir', '/data/demo']
    const demo = ask('run', '--detach', ...hardened, '--volume', 'demo:/data', image, ...output)
    const state = () => ask('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', demo)
    await vi.waitFor(() => expect(state()).toBe('exited 0'), { timeout: 110_000, interval: 1000 })
    expect(ask('logs', demo).match(/vllm-.*\.json$/gm)).toHaveLength(4)
    ask('rm', demo)
  })
})

/** An image of the libraries that Node needs, and of a shell, which runs a health check of one line. */
function importBase(): void {
  const root = path.join(folder, 'base')
  const put = (file: string, place = file) => {
    mkdirSync(path.dirname(path.join(root, place)), { recursive: true })
    copyFileSync(file, path.join(root, place))
  }
  put('/bin/dash', '/bin/sh')
  for (const library of librariesOf(process.execPath, '/bin/dash')) put(library)
  const archive = path.join(folder, 'base.tar')
  execFileSync('tar', ['-C', root, '-cf', archive, '.'])
  ask('import', archive, 'base')
}
