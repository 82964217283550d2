// Packages of the desktop program around the Electron of the tests, in a folder.
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createPackageWithOptions, extractAll } from '@electron/asar'
import { Arch, build, Platform, type Configuration } from 'electron-builder'
import configuration from '../../electron-builder.ts'
import { findElectronForTests } from '../../scripts/desktop/electron-for-tests.ts'
import { writePlainModule } from '../../scripts/desktop/plain-module.ts'
import { writeAppImageTools } from './appimage.ts'
import { writePackager } from '../../scripts/release/debian-packager.ts'
import { inRepository } from '../../scripts/repository.ts'

/** Resolves to the files that were built, for x64 Linux. */
export async function buildPackages(into: string, targets: readonly string[]): Promise<string[]> {
  process.env['CUSTOM_FPM_PATH'] = await writePackager(into)
  if (targets.includes('AppImage')) process.env['APPIMAGE_TOOLS_PATH'] = writeAppImageTools(into)
  // electron-builder changes the object of the file that it reads, and refuses that at the next package.
  const base = path.join(into, 'base.json')
  writeFileSync(base, '{}')
  const config: Configuration = {
    ...configuration,
    extends: base,
    electronDist: path.dirname(findElectronForTests() ?? ''),
    electronVersion: '33.2.1',
    directories: { ...configuration.directories, output: into },
    // The usual compression takes minutes.
    deb: { ...configuration.deb, fpm: ['--deb-compression', 'none'] },
    afterPack: ({ appOutDir }) => exchangeSqlite(path.join(appOutDir, 'resources')),
  }
  const linux = Platform.LINUX.createTarget([...targets], Arch.x64)
  return build({ targets: linux, config, publish: 'never' })
}

/** Same reason as in stories: see sqlite.ts. */
async function exchangeSqlite(resources: string): Promise<void> {
  rmSync(path.join(resources, 'app'), { recursive: true })
  const archive = path.join(resources, 'app.asar')
  const folder = mkdtempSync(path.join(resources, 'app-'))
  extractAll(archive, folder)
  const modules = path.join(folder, 'node_modules')
  rmSync(path.join(modules, 'better-sqlite3'), { recursive: true })
  await writePlainModule(
    path.join(import.meta.dirname, 'sqlite.ts'),
    path.join(modules, 'better-sqlite3'),
  )
  const ofLibsql = globSync(['libsql', '@libsql/linux-x64-gnu', '@neon-rs/load', 'detect-libc'], {
    cwd: inRepository('node_modules'),
  })
  for (const name of ofLibsql) {
    mkdirSync(path.dirname(path.join(modules, name)), { recursive: true })
    cpSync(inRepository('node_modules', name), path.join(modules, name), { recursive: true })
  }
  await createPackageWithOptions(folder, archive, { unpack: '{**/*.node,**/bench/native/*}' })
  rmSync(folder, { recursive: true })
}
