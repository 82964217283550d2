// Runs a command in this process, for tests of error messages, because a separate process would take hundreds of times as long.
import { inEnglish, type Text } from '#core/messages/message.ts'
import type { Terminal } from './command.ts'
import { reportFailure } from './exit.ts'
import { runProgram } from './program.ts'
import type { CliRun } from './run-cli.test-support.ts'

/** `folder` is its data folder. */
export async function callCli(args: readonly string[], folder?: string): Promise<CliRun> {
  const printed: string[] = []
  const notes: string[] = []
  const line = (to: string[]) => (text: Text) => void to.push(`${inEnglish(text)}\n`)
  const terminal: Terminal = {
    print: line(printed),
    write: (part) => Promise.resolve(void printed.push(String(part))),
    note: line(notes),
    draw: () => undefined,
    ...{ language: 'en', outputLanguage: 'en', isScreen: false, columns: 100 },
    outputClosed: new AbortController().signal,
    interrupted: new AbortController().signal,
  }
  const before = process.env['KNEEPOINT_DATA']
  if (folder !== undefined) process.env['KNEEPOINT_DATA'] = folder
  try {
    const code = await runProgram(args, terminal).catch((error: unknown) =>
      reportFailure(error, terminal),
    )
    return { code, output: printed.join(''), notes: notes.join('') }
  } finally {
    if (before === undefined) delete process.env['KNEEPOINT_DATA']
    else process.env['KNEEPOINT_DATA'] = before
  }
}
