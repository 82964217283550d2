// `npm run package`: the desktop program for this platform, by electron-builder. With `--dry`, what it would contain is
// packed around an empty Electron, checked and listed: that needs no Electron, and shows a file that is missing or too many.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import configuration from '../electron-builder.ts'
import { buildIfStale } from './build-if-stale.ts'
import { writePackager } from './release/debian-packager.ts'
import { packedFaults, packedFiles, type PackedFile } from './release/packed-files.ts'
import { runTool } from './tool.ts'

const [, , , ...args] = process.argv
process.exitCode = args.includes('--dry') ? await listPacked() : await packaged()

async function packaged(): Promise<number> {
  const code = await buildIfStale()
  if (code !== 0) return code
  const folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-package-'))
  try {
    // Only its package for Debian takes it.
    const env = { CUSTOM_FPM_PATH: await writePackager(folder) }
    return await runTool('electron-builder', args, { env })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of Linux, on any platform: its Electron is a folder, of which electron-builder asks for a program only. */
async function listPacked(): Promise<number> {
  const built = await buildIfStale()
  if (built !== 0) return built
  const folder = await mkdtemp(path.join(tmpdir(), 'kneepoint-package-'))
  try {
    const electron = path.join(folder, 'electron')
    await mkdir(path.join(electron, 'resources'), { recursive: true })
    await writeFile(path.join(electron, 'electron'), '')
    await chmod(path.join(electron, 'electron'), 0o755)
    const settings = path.join(folder, 'electron-builder.json')
    await writeFile(settings, JSON.stringify(settingsWith(electron, path.join(folder, 'packed'))))
    const code = await runTool('electron-builder', [
      '--linux',
      'dir',
      '--x64',
      '--config',
      settings,
    ])
    if (code !== 0) return code
    const resources = path.join(folder, 'packed', 'linux-unpacked', 'resources')
    return await report(await packedFiles(resources), path.join(resources, 'app.asar'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function settingsWith(electronDist: string, output: string): Configuration {
  return {
    ...configuration,
    electronDist,
    directories: { ...configuration.directories, output },
    // They are set in the program of a real Electron.
    electronFuses: null,
  }
}

async function report(files: readonly PackedFile[], archive: string): Promise<number> {
  for (const { name, bytes } of folded(files)) console.log(`${mebibytes(bytes)}  ${name}`)
  const faults = await packedFaults(files, archive)
  for (const fault of faults) console.error(fault)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(
    `${files.length} files, ${mebibytes(total).trim()} without Electron, ${faults.length} faults`,
  )
  return faults.length === 0 ? 0 : 1
}

/** By folder of the program, and by package. */
function folded(files: readonly PackedFile[]): PackedFile[] {
  const sizes = new Map<string, number>()
  for (const { name, bytes } of files) {
    const folder = name.split('/').slice(0, 2).join('/')
    sizes.set(folder, (sizes.get(folder) ?? 0) + bytes)
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes, isUnpacked: false }))
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(2).padStart(7)} MiB`
}
