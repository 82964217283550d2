// The program with the packages it needs and the native code of one platform, ready to run: for wheels and images.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { readManifest, writePackageFolder } from './package-folder.ts'
import { runProgram } from './run-program.ts'

/** Writes the folder anew. `platform` is platform and architecture in Node's names: `linux-x64`. */
export async function writeInstalledFolder(folder: string, platform: string): Promise<void> {
  await writePackageFolder(folder, await readManifest())
  const install = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await runProgram('npm', [...install, '--no-package-lock'], folder)
  await keepPlatform(path.join(folder, 'node_modules'), platform)
}

/** Removes native code of other platforms, and the sources it was compiled from. */
async function keepPlatform(modules: string, platform: string): Promise<void> {
  const own = new RegExp(`${platform}(-gnu|-msvc)?\\.node$`)
  const names = await readdir(modules, { recursive: true })
  const others = names.filter((name) => name.endsWith('.node') && !own.test(name))
  const sources = ['better-sqlite3/deps', 'better-sqlite3/src', '.bin']
  for (const name of [...others, ...sources]) {
    await rm(path.join(modules, name), { recursive: true, force: true })
  }
}
