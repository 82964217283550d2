// Runs the command line in its own process, like a user, for tests.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { commandLine } from '#node/files/own-programs.test-support.ts'

/** The launcher that users run. Builds the program first if its sources are newer. */
export const builtProgram = fileURLToPath(new URL('../../bin/kneepoint', import.meta.url))

export type CliRun = Readonly<{ code: number | null; output: string; notes: string }>

export type CliOptions = Readonly<{
  program?: string
  cwd?: string
  env?: Readonly<Record<string, string>>
  /** User id of the process; only the superuser may set it. */
  uid?: number
  /** Sends Ctrl-C as soon as this text was printed. */
  interruptAfter?: string
  /** Signal sent instead of Ctrl-C. */
  signal?: NodeJS.Signals
  /** Called with all output so far, whenever there is more. */
  onOutput?: (printed: string) => void
}>

export function runCli(
  args: readonly string[],
  {
    program = commandLine,
    cwd,
    env,
    uid,
    interruptAfter,
    signal = 'SIGINT',
    onOutput,
  }: CliOptions = {},
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      uid,
      env: { ...process.env, LC_ALL: 'C', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let notes = ''
    let interrupted = false
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput?.(output)
      if (interruptAfter === undefined || interrupted || !output.includes(interruptAfter)) return
      interrupted = true
      child.kill(signal)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      notes += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output, notes }))
  })
}
