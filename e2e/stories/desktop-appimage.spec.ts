// An AppImage of the desktop program, built by electron-builder, from its first start to its removal.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { missingForAppImage } from '../desktop/appimage.ts'
import { devToolsOf } from '../desktop/dev-tools.ts'
import { findFirstKnee } from '../desktop/first-knee.ts'
import { missingForDesktop, asUser, giveToUser } from '../desktop/surroundings.ts'
import { buildPackages } from '../desktop/packages.ts'
import { expect, test } from '../fixtures.ts'
import { exitOf } from '../../scripts/tool.ts'

test(
  'an AppImage starts without FUSE, in its sandbox, finds a knee, and leaves nothing but its data',
  { tag: ['@desktop-only', '@desktop-nightly'] },
  async ({ folder, surroundings }) => {
    const missing = missingForDesktop() ?? missingForAppImage()
    test.skip(missing !== null, missing ?? '')
    // Compressing it takes minutes.
    test.setTimeout(1_200_000)
    const [file = ''] = await buildPackages(folder, ['AppImage'])
    expect(path.basename(file)).toBe('Kneepoint-0.1.0.AppImage')
    const [home, temporary] = ['home', 'temporary'].map((name) => path.join(folder, name))
    for (const made of [home, temporary]) mkdirSync(made ?? '')
    giveToUser(folder)
    const { display } = await surroundings()
    const env = {
      ...{ PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, DISPLAY: display },
      APPIMAGE_EXTRACT_AND_RUN: '1',
    }
    const entry = spawnSync(file, ['--appimage-extract', '*.desktop'], { cwd: temporary, env })
    expect(entry.status).toBe(0)
    const entryFile = path.join(temporary ?? '', 'squashfs-root/kneepoint.desktop')
    expect(readFileSync(entryFile, 'utf8')).toMatch(/^Exec=AppRun %U$/m)
    rmSync(path.dirname(entryFile), { recursive: true })

    const [command = '', ...args] = asUser([file, '--disable-gpu', '--remote-debugging-port=0'])
    const program = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    await findFirstKnee(await devToolsOf(program.stderr))
    const pages = statusesOfPages(temporary ?? '')
    expect(pages.length).toBeGreaterThan(0)
    for (const status of pages) expect(status).toMatch(/^Seccomp:\t2$/m)

    const ended = exitOf(program)
    process.kill(childOf(program.pid), 'SIGTERM')
    expect(await ended).toBe(0)

    rmSync(file)
    expect(readdirSync(path.join(home ?? '', '.local/share'))).toEqual(['kneepoint'])
    expect(readdirSync(temporary ?? '')).toEqual([])
  },
)

/** The runtime waits for the program, removes what it unpacked, and ends with the same code. */
function childOf(pid = 0): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
}

/** Returns `/proc/PID/status` of each renderer process of the program below `folder`. */
function statusesOfPages(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      const isPage = command.startsWith(folder) && command.includes('--type=renderer')
      return isPage ? [readFileSync(`/proc/${pid}/status`, 'utf8')] : []
    } catch {
      return []
    }
  })
}
