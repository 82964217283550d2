// Runs a program of node_modules with the Node that runs us, on every platform alike and without a shell.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { repositoryFolder } from './repository.ts'

const manifestSchema = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]),
})

export type ToolOptions = {
  readonly env?: NodeJS.ProcessEnv
  readonly stdio?: 'inherit' | 'ignore'
  readonly cwd?: string
}

/** `tool` is the name of a command, or `package:command` where the two differ. */
function startTool(
  tool: string,
  args: readonly string[],
  { env = {}, stdio = 'inherit', cwd = repositoryFolder }: ToolOptions = {},
): ChildProcess {
  return spawn(process.execPath, [programOf(tool), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio,
  })
}

/** Resolves to the exit code. */
export async function runTool(
  tool: string,
  args: readonly string[],
  options: ToolOptions = {},
): Promise<number> {
  return exitOf(startTool(tool, args, options))
}

/** As a shell reports it: 128 plus the signal's number where a signal ended it. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}

function programOf(tool: string): string {
  const [packageName = tool, command = packageName] = tool.split(':')
  const manifest = findPackageJSON(packageName, join(repositoryFolder, 'package.json'))
  if (manifest === undefined) throw new Error(`${packageName} is not installed; run \`npm ci\`.`)
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8')))
  const program = typeof bin === 'string' ? bin : bin[command]
  if (program === undefined) throw new Error(`${packageName} has no command ${command}.`)
  return join(dirname(manifest), program)
}
