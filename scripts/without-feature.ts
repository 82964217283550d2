// The product without features: copies of the tree, and what must pass there.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
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

/** Without many features, unions and intersections of their parts have one member or none. */
const lintWithoutMany: Step = {
  ...{ name: 'lint', tool: 'oxlint' },
  args: [
    ...['--format', 'unix', '-A', 'typescript/no-redundant-type-constituents'],
    ...['-A', 'typescript/no-duplicate-type-constituents'],
  ],
}
const lintOfComponents = lintSteps.filter(({ tool }) => tool === 'eslint')

/** Pages and packages contain all features, vLLM's own client has them, and the structure is that of the whole tree. */
const ofTheWhole = 'docs|install|structure|vllm'
const testFolders = ['src/', ...globSync(`tests/!(${ofTheWhole})/`, { cwd: repositoryFolder })]

const testsOf = (...folders: readonly string[]): Step => ({
  ...{ name: 'tests', tool: 'vitest' },
  args: ['run', ...folders, '--tags-filter', '!nightly', '--reporter', 'minimal'],
})

export function featureNames(): readonly string[] {
  return globSync('*', { cwd: inRepository('src/features') }).toSorted()
}

/** One feature a day, all in turn. */
export function featureOfDay(epochMs: number): string | undefined {
  const names = featureNames()
  return names[Math.floor(epochMs / 86_400_000) % names.length]
}

/**
 * Sets of features, so that for any two features a set has the first and not the second: what needs the first then fails, in the base or
 * in the second. A set for each feature would take three times as long.
 */
export function setsToLeaveOut(names: readonly string[]): readonly (readonly string[])[] {
  for (let count = 1; ; count++) {
    const groups = subsetsOf(count, Math.floor(count / 2))
    if (groups.length < names.length) continue
    return Array.from({ length: count }, (_, set) =>
      names.filter((_name, index) => groups[index]?.includes(set)),
    )
  }
}

/** All choices of `size` numbers below `count`. */
function subsetsOf(count: number, size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]]
  return Array.from({ length: count }, (_, last) =>
    subsetsOf(last, size - 1).map((others) => [...others, last]),
  ).flat()
}

/** Types without the feature. Prints a line, and returns whether they pass. */
export async function typesPassWithout(name: string): Promise<boolean> {
  const copy = new TreeCopy()
  return copy.finish(await copy.passes([name], [types]))
}

/** Types, lint and the remaining unit tests without the feature. */
export async function passesWithout(name: string): Promise<boolean> {
  const copy = new TreeCopy()
  return copy.finish(await copy.passes([name], [types, ...lintSteps], testsOf(...testFolders)))
}

/** Types, lint and unit tests without any feature; types, lint of TypeScript and tests of features without each of several sets. */
export async function passesWithoutSets(): Promise<boolean> {
  const names = featureNames()
  const all = {
    set: names,
    lint: [lintWithoutMany, ...lintOfComponents],
    tests: testsOf(...testFolders),
  }
  const some = { lint: [lintWithoutMany], tests: testsOf('src/features') }
  const sets = setsToLeaveOut(names).map((set) => ({ set, ...some }))
  let copy = new TreeCopy()
  let allPassed = true
  for (const { set, lint, tests } of [all, ...sets]) {
    if (await copy.passes(set, [types, ...lint], tests)) continue
    allPassed = copy.finish(false)
    copy = new TreeCopy()
  }
  copy.finish(true)
  return allPassed
}

/** A copy of the tree in which features are left out and put back, so that tools read again only what that changes. */
class TreeCopy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'kneepoint-without-'))

  constructor() {
    // Some tests run the program as another user.
    chmodSync(this.#folder, 0o755)
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const files = execFileSync('git', list, {
      cwd: repositoryFolder,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    for (const file of files.split('\0')) if (file !== '') this.#copy(file)
    // Unchanged projects are not checked again.
    this.#copy('.cache/types')
    // Packages, and the window with all features, which some tests of its server need.
    for (const linked of ['node_modules', 'docs/node_modules', 'out']) {
      if (existsSync(inRepository(linked)))
        symlinkSync(inRepository(linked), path.join(this.#folder, linked), 'junction')
    }
  }

  /** Runs `together` at once without these features, then the tests. Prints a line per step, and returns whether all passed. */
  async passes(
    names: readonly string[],
    together: readonly Step[],
    tests?: Step,
  ): Promise<boolean> {
    this.#leaveOut(names)
    const readings = await Promise.all(together.map((step) => this.#run(step, names)))
    if (tests !== undefined) this.#describe()
    return (tests === undefined || (await this.#run(tests, names))) && readings.every(Boolean)
  }

  async #run({ name, tool, args }: Step, without: readonly string[]): Promise<boolean> {
    const startedAtMs = performance.now()
    const passed = (await runTool(tool, args, { cwd: this.#folder })) === 0
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    console.log(`${passed ? '✓' : '✗'} without ${without.join(', ')}: ${name} (${seconds} s)`)
    return passed
  }

  /** A copy in which something failed is kept. */
  finish(passed: boolean): boolean {
    if (passed) rmSync(this.#folder, { recursive: true })
    else console.log(`The copy is ${this.#folder}.`)
    return passed
  }

  /** Leaves out these features and no others. */
  #leaveOut(names: readonly string[]): void {
    for (const name of featureNames()) {
      const folder = `src/features/${name}`
      if (names.includes(name))
        rmSync(path.join(this.#folder, folder), { recursive: true, force: true })
      else if (!existsSync(path.join(this.#folder, folder))) this.#copy(folder)
    }
    for (const registry of globSync('src/**/features.ts', { cwd: repositoryFolder })) {
      const file = path.join(this.#folder, registry)
      const lines = readFileSync(inRepository(registry), 'utf8').split('\n')
      const isKept = (line: string) => !names.some((name) => line.includes(`'#features/${name}/`))
      const text = lines.filter(isKept).join('\n')
      if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
    }
  }

  /** Writes the pages that describe the features that are left. */
  #describe(): void {
    for (const script of ['make-cli-page', 'make-compatibility']) {
      execFileSync(process.execPath, [path.join(this.#folder, `scripts/${script}.ts`)], {
        stdio: 'inherit',
      })
    }
  }

  #copy(file: string): void {
    if (!existsSync(inRepository(file))) return
    const options = { recursive: true, preserveTimestamps: true }
    cpSync(inRepository(file), path.join(this.#folder, file), options)
  }
}
