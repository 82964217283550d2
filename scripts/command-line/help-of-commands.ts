// What `--help` of each command prints, for pages made from it.
import { commandNames, runProgram } from '../../src/cli/program.ts'
import { inEnglish } from '../../src/core/messages/message.ts'

export type CommandHelp = Readonly<{ name: string; text: string }>

/** In the order of the program's commands. `columns` is the width to wrap at. */
export async function helpOfCommands(columns: number): Promise<CommandHelp[]> {
  const helps: CommandHelp[] = []
  for (const name of commandNames) {
    helps.push({ name, text: await printed([...name.split(' '), '--help'], columns) })
  }
  return helps
}

async function printed(args: readonly string[], columns: number): Promise<string> {
  const lines: string[] = []
  await runProgram(args, {
    print: (text) => lines.push(inEnglish(text)),
    note: () => undefined,
    draw: () => undefined,
    write: () => Promise.resolve(),
    outputClosed: new AbortController().signal,
    ...{ language: 'en', outputLanguage: 'en', isScreen: false, columns },
    interrupted: new AbortController().signal,
  })
  return lines.join('\n')
}
