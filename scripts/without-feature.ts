// The product without a feature: a copy of the tree, and what must pass there.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lintSteps } from './lint-steps.ts'
import { inRepository, repositoryFolder } from './repository.ts'
import { runTool } from './tool.ts'

type Step = Readonly<{ name: string; tool: string; args: readonly string[] }>

const types: Step = { name: 'types', tool: 'vue-tsc', args: ['-b'] }

/** Tests of pages are left out: pages describe the product with all features. */
const steps: readonly Step[] = [
  types,
  ...lintSteps,
  {
    name: 'tests',
    tool: 'vitest',
    args: ['run', '--tags-filter', '!nightly', '--exclude', 'tests/docs/**'].concat(
      ...['--reporter', 'minimal'],
    ),
  },
]

export function featureNames(): readonly string[] {
  return globSync('*', { cwd: inRepository('src/features') }).toSorted()
}

/** One feature a day, all in turn. */
export function featureOfDay(epochMs: number): string | undefined {
  const names = featureNames()
  return names[Math.floor(epochMs / 86_400_000) % names.length]
}

/**
 * Runs types, lint and the remaining unit tests without the feature; `only` limits it to types. Prints one line per step, and returns
 * whether all passed. A copy in which something failed is kept.
 */
export async function passesWithout(
  name: string,
  { only }: { only?: 'types' } = {},
): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), `kneepoint-without-${name}-`))
  copyTree(folder, `src/features/${name}/`)
  unregister(folder, name)
  for (const script of ['make-cli-page', 'make-compatibility']) {
    execFileSync(process.execPath, [path.join(folder, `scripts/${script}.ts`)], {
      stdio: 'inherit',
    })
  }
  const failed: string[] = []
  for (const step of only === 'types' ? [types] : steps) {
    const startedAtMs = performance.now()
    const passed = (await runTool(step.tool, step.args, { cwd: folder })) === 0
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    console.log(`${passed ? '✓' : '✗'} without ${name}: ${step.name} (${seconds} s)`)
    if (!passed) failed.push(step.name)
  }
  if (failed.length === 0) rmSync(folder, { recursive: true })
  else console.log(`The copy without ${name} is ${folder}.`)
  return failed.length === 0
}

/** Files that git tracks or would track, but for those in `without`; installed packages are linked. */
function copyTree(folder: string, without: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, {
    cwd: repositoryFolder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of files.split('\0')) {
    if (file === '' || file.startsWith(without) || !existsSync(inRepository(file))) continue
    cpSync(inRepository(file), path.join(folder, file), { recursive: true })
  }
  for (const packages of ['node_modules', 'docs/node_modules']) {
    if (existsSync(inRepository(packages)))
      symlinkSync(inRepository(packages), path.join(folder, packages), 'junction')
  }
  // Unchanged projects are not checked again.
  const checked = '.cache/types'
  if (existsSync(inRepository(checked)))
    cpSync(inRepository(checked), path.join(folder, checked), { recursive: true })
}

function unregister(folder: string, name: string): void {
  for (const registry of globSync('src/**/features.ts', { cwd: folder })) {
    const file = path.join(folder, registry)
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.filter((line) => !line.includes(`'#features/${name}/`)).join('\n'))
  }
}
