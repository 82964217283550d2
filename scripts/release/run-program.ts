// Runs a program of this computer for a release, and fails with what it said.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Resolves to its standard output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [output, notes, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${notes}`)
  return output
}
