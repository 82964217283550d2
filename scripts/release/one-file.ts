// One file that runs: a shell script with Node and the program behind it. The first start unpacks them into the user's
// cache. For Windows it is an archive of both, to be unpacked by hand. An executable of Node's own kind (SEA) would not do: Kneepoint starts processes of itself with options of Node.
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../repository.ts'
import { writeInstalledFolder } from './installed-folder.ts'
import { readManifest, type Manifest } from './package-folder.ts'
import { forAllPlatforms, forOwnPlatform, platforms, type Platform } from './platforms.ts'
import { runProgram } from './run-program.ts'

/** The file of this platform; resolves to its path. */
export const makeOwnFile = forOwnPlatform(makeFile)
export const makeFiles = forAllPlatforms(makeFile)

export async function makeFile(folder: string, platform: Platform): Promise<string> {
  const manifest = await readManifest()
  const isWindows = platform.startsWith('win32')
  const contents = path.join(folder, 'one-file')
  await rm(contents, { recursive: true, force: true })
  await mkdir(contents, { recursive: true })
  await writeInstalledFolder(path.join(contents, 'app'), platform)
  const node = isWindows ? 'node.exe' : 'node'
  await copyNode(platforms[platform].node, path.join(contents, node))
  const file = path.join(folder, `kneepoint-${manifest.version}-${platform}`)
  return isWindows ? pack(contents, `${file}.zip`) : packBehindScript(contents, file, manifest)
}

async function packBehindScript(
  contents: string,
  file: string,
  manifest: Manifest,
): Promise<string> {
  const archive = `${file}.tar.gz`
  await runProgram('tar', ['-czf', archive, 'node', 'app'], contents)
  const packed = await readFile(archive)
  await writeFile(file, Buffer.concat([Buffer.from(launcher(manifest, packed)), packed]))
  await chmod(file, 0o755)
  await rm(archive)
  return file
}

const windowsLauncher = '@echo off\r\n"%~dp0node.exe" "%~dp0app\\bin\\kneepoint" %*\r\n'

async function pack(contents: string, archive: string): Promise<string> {
  await writeFile(path.join(contents, 'kneepoint.cmd'), windowsLauncher)
  const parts = ['kneepoint.cmd', 'node.exe', 'app']
  await runProgram('python3', ['-m', 'zipfile', '-c', archive, ...parts], contents)
  return archive
}

async function copyNode(name: string, target: string): Promise<void> {
  const installed = inRepository(`node_modules/${name}/bin/${path.basename(target)}`)
  const isHere = await cp(installed, target).then(
    () => true,
    () => false,
  )
  if (!isHere) await fetchNode(name, target)
  await chmod(target, 0o755)
}

/** npm installs only the package of its own platform. */
async function fetchNode(name: string, target: string): Promise<void> {
  const text = await readFile(inRepository('package.json'), 'utf8')
  const version = new RegExp(`"${name}": "([^"]+)"`).exec(text)?.[1] ?? 'latest'
  const folder = path.dirname(target)
  const packed = await runProgram('npm', ['pack', '--silent', `${name}@${version}`], folder)
  const archive = path.join(folder, packed.trim())
  const file = `package/bin/${path.basename(target)}`
  await runProgram('tar', ['-xzf', archive, file], folder)
  await cp(path.join(folder, file), target)
  await rm(path.join(folder, 'package'), { recursive: true })
  await rm(archive)
}

/** The folder is named after the contents, so that versions do not meet, and is complete as soon as it has its name. */
function launcher({ version }: Manifest, packed: Buffer): string {
  const digest = createHash('sha256').update(packed).digest('hex').slice(0, 16)
  const script = (start: number): string => `#!/bin/sh
# Kneepoint ${version} and the Node it runs on, which this script unpacks once.
set -eu
folder="\${XDG_CACHE_HOME:-$HOME/.cache}/kneepoint/${version}-${digest}"
if [ ! -x "$folder/node" ]; then
  mkdir -p "$(dirname "$folder")"
  new=$(mktemp -d "$folder.XXXXXX")
  trap 'rm -rf "$new"' EXIT INT TERM
  echo "Unpacking Kneepoint ${version} to $folder …" >&2
  tail -c +${start} "$0" | gzip -dc | tar -xf - -C "$new"
  # Of two that start at once, the second finds the folder there; mv would move its own into it.
  "$new/node" -e 'fs.renameSync(process.argv[1], process.argv[2])' "$new" "$folder" 2>/dev/null ||
    [ -x "$folder/node" ]
  rm -rf "$new"
  trap - EXIT INT TERM
fi
exec "$folder/node" "$folder/app/bin/kneepoint" "$@"
exit
`
  // The number of digits in the offset changes the offset, never by more than is settled at the second time.
  const size = Buffer.byteLength(script(Buffer.byteLength(script(1000)) + 1))
  return script(size + 1)
}
