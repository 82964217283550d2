// Steps of `bench sweep serve` between two runs: a command in place of the reset of caches, and a pause after a failure.
import { spawn } from 'node:child_process'
import { message } from '#core/messages/message.ts'
import { splitShellText } from '#core/command-line/split-shell-text.ts'
import type { AfterPoint } from '#node/application/benchmarks.ts'
import type { Client } from '#node/application/client-of.ts'
import type { Terminal } from '../command.ts'

type AfterBench = Readonly<{
  afterBenchCmd: string | null
  showStdout: boolean
  continueOnError: boolean
}>

/** `hasFailed` reports whether a failure paused the sweep. */
export function afterBench(
  { afterBenchCmd, showStdout, continueOnError }: AfterBench,
  { client, note }: Readonly<{ client: () => Client }> & Pick<Terminal, 'note'>,
): Readonly<{ afterPoint: AfterPoint; hasFailed: () => boolean }> {
  let failed = false
  const words = afterBenchCmd === null ? [] : splitShellText(afterBenchCmd)
  return {
    hasFailed: () => failed,
    async afterPoint({ sweepId, status }) {
      const code = status === 'completed' ? await exitCodeOf(words, showStdout) : 0
      if (code !== 0) note(message('cli.afterBenchFailed', { command: afterBenchCmd, code }))
      if (continueOnError || (status !== 'failed' && code === 0)) return
      failed = true
      await client().sweeps.pause({ id: sweepId })
    },
  }
}

/** Text for a command that did not start or was killed. */
async function exitCodeOf(
  [program, ...args]: readonly string[],
  showStdout: boolean,
): Promise<number | string> {
  if (program === undefined) return 0
  const child = spawn(program, args, {
    stdio: ['ignore', showStdout ? 'inherit' : 'ignore', 'inherit'],
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 0))
  })
}
