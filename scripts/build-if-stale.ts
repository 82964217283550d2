// Builds into out/, unless what is there is newer than everything it is made of.
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRepository, repositoryFolder } from './repository.ts'
import { noticesFile, writeNotices } from './shipped/notices.ts'
import { runTool } from './tool.ts'

type Build = {
  readonly tool: string
  readonly args: readonly string[]
  readonly name: string
  readonly product: string
}

const builds: readonly Build[] = [
  {
    name: 'the window and the desktop program',
    tool: 'electron-vite',
    args: ['build', '--logLevel', 'warn'],
    product: 'out/renderer/index.html',
  },
  {
    name: 'the command line',
    tool: 'vite',
    args: ['build', '--config', 'scripts/vite/cli.ts', '--logLevel', 'warn'],
    product: 'out/cli/main.cjs',
  },
  {
    name: 'the processes it starts',
    tool: 'vite',
    args: ['build', '--config', 'scripts/vite/utility.ts', '--logLevel', 'warn'],
    product: 'out/utility/load-generator.js',
  },
  {
    name: 'the scripts of saved pages',
    tool: 'vite',
    args: ['build', '--config', 'scripts/vite/page.ts', '--logLevel', 'warn'],
    product: 'out/page/report.js',
  },
  {
    name: 'what is put on hosts',
    tool: 'vite',
    args: ['build', '--config', 'scripts/vite/remote.ts', '--logLevel', 'warn'],
    product: 'out/remote/load-generator.mjs',
  },
]

const sources = [
  ...['src/**/*', 'resources/**/*', 'package-lock.json', '*.config.ts', 'scripts/vite/*.ts'],
  // The window shows them.
  ...[
    'docs/{*,zh/*,decisions/*,contributing/*,measuring/*}.md',
    'docs/images/*',
    'docs/.vitepress/sidebar.json',
  ],
]

/** Resolves to 0, or to the exit code of the build that failed. */
export async function buildIfStale(): Promise<number> {
  const changed = newestSource()
  let areNew = false
  for (const build of builds) {
    if (isFresh(build, changed)) continue
    console.log(`Building ${build.name} …`)
    const code = await runTool(build.tool, build.args)
    if (code !== 0) return code
    writeFileSync(stampOf(build), String(changed))
    areNew = true
  }
  if (areNew || !existsSync(inRepository('out', noticesFile))) writeNotices()
  return 0
}

/** The stamp, not the product's date: sources may change while a build runs. */
function isFresh(build: Build, changed: number): boolean {
  if (!existsSync(inRepository(build.product)) || !existsSync(stampOf(build))) return false
  return Number(readFileSync(stampOf(build), 'utf8')) === changed
}

function stampOf({ product }: Build): string {
  return inRepository('out', `.${path.dirname(product).replaceAll('/', '-')}.stamp`)
}

/** Latest change of anything the builds read, in milliseconds since the epoch. */
function newestSource(): number {
  const files = globSync(sources, { cwd: repositoryFolder })
  return Math.max(...files.map((file) => statSync(inRepository(file)).mtimeMs))
}
