// The machine around a desktop program: a screen of its own with a window manager, the program where a user without
// rights can read it, and Electron started as that user.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findElectronForTests } from '../../scripts/desktop/electron-for-tests.ts'
import { writePlainModule } from '../../scripts/desktop/plain-module.ts'
import { onThePath } from '../../scripts/executables.ts'
import { inRepository, repositoryFolder } from '../../scripts/repository.ts'

/** The user `nobody`: Chromium's sandbox does not start for root. */
const nobody = { uid: 65534, gid: 65534 } as const
const isRoot = process.getuid?.() === 0

export type Surroundings = Readonly<{
  /** Starts Electron with the program. */
  electron: string
  /** Folder of the program, its first argument. */
  program: string
  display: string
  close(): Promise<void>
}>

/** Why stories cannot run in Electron here; null if they can. */
export function missingForDesktop(): string | null {
  if (findElectronForTests() === null) {
    return 'there is no Electron for tests (npm test fetches it once, on Linux x64)'
  }
  const lacking = ['Xvfb', 'openbox', 'xdotool'].filter((name) => onThePath(name) === null)
  return lacking.length > 0 ? `${lacking.join(', ')} not installed` : null
}

export async function startSurroundings(): Promise<Surroundings> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-desktop-'))
  chmodSync(folder, 0o755)
  const screen = await startScreen()
  return {
    electron: writeStarter(folder),
    program: await layOutProgram(path.join(folder, 'program')),
    display: screen.display,
    async close() {
      await screen.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Hands the files of a folder to the user that Electron runs as. */
export function giveToUser(folder: string): void {
  if (isRoot) spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, folder])
}

async function startScreen(): Promise<Readonly<{ display: string; close(): Promise<void> }>> {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  const display = `:${number.toString().trim()}`
  const manager = spawn('openbox', [], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  })
  return {
    display,
    async close() {
      for (const child of [manager, server]) await end(child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** As packaged, but for SQLite: see sqlite.ts. */
async function layOutProgram(into: string): Promise<string> {
  mkdirSync(path.join(into, 'node_modules'), { recursive: true })
  for (const part of ['main', 'preload', 'renderer', 'page', 'remote']) {
    cpSync(inRepository('out', part), path.join(into, 'out', part), { recursive: true })
  }
  cpSync(inRepository('package.json'), path.join(into, 'package.json'))
  const linked = [
    'resources',
    'bench',
    'node_modules/ssh2',
    'node_modules/tokenizers',
    'node_modules/libsql',
  ]
  for (const name of linked) symlinkSync(inRepository(name), path.join(into, name))
  const sqlite = path.join(import.meta.dirname, 'sqlite.ts')
  await writePlainModule(sqlite, path.join(into, 'node_modules/better-sqlite3'))
  return into
}

/** A script, because Playwright starts one program. If root keeps the repository to itself, the user may still read. */
function writeStarter(folder: string): string {
  const electron = findElectronForTests() ?? ''
  if (!isRoot) return electron
  const reading = isOpenToAll(repositoryFolder)
    ? []
    : ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search']
  const starter = path.join(folder, 'electron')
  const words = asUser([electron], reading)
  writeFileSync(starter, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return starter
}

/** A command as the user that Electron runs as. */
export function asUser(command: readonly string[], rights: readonly string[] = []): string[] {
  if (!isRoot) return [...command]
  const user = ['--reuid', nobody.uid, '--regid', nobody.gid, '--clear-groups'].map(String)
  return ['setpriv', ...user, ...rights, '--', ...command]
}

function isOpenToAll(folder: string): boolean {
  const above = path.dirname(folder)
  return (statSync(folder).mode & 0o005) === 0o005 && (above === folder || isOpenToAll(above))
}
