// A command made of flags and a schema: answers `--help`, refuses what it does not know, then runs.
import type { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import { inGroup, type FlagText } from '#core/model/flags/flag.ts'
import { checkedBy } from './arguments/checked-by.ts'
import { parseArguments } from '#core/command-line/parse-arguments.ts'
import type { Command, Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagHelp, type Defaults } from './help/flag-help.ts'
import { helpTopic } from './help/help-request.ts'
import { wrapped } from './help/wrapped.ts'

export type FlagCommand<Field extends string, Values extends Defaults<Field>> = Readonly<{
  name: string
  /** One or two sentences. */
  about: string
  /** What stands on the line besides flags, as the usage names it: `FILE…`; in brackets it may be left out. */
  words?: string
  flags: readonly FlagText<Field>[]
  schema: z.ZodType<Values>
  run(values: Values, terminal: Terminal, words: readonly string[]): Promise<number>
}>

export function flagCommand<Field extends string, Values extends Defaults<Field>>({
  name,
  about,
  words: wordsUsage,
  flags: texts,
  schema,
  run,
}: FlagCommand<Field, Values>): Command {
  const flags = inGroup('Options', texts)
  return async (args, terminal) => {
    if (helpTopic(args) === null) {
      const helpCommand = `${name} --help`
      const takesWords = wordsUsage !== undefined
      const set = { flags, refused: new Map<string, string>(), helpCommand, takesWords }
      const parsed = parseArguments(args, set)
      const isMissing = takesWords && !wordsUsage.startsWith('[') && parsed.words.length === 0
      if (isMissing) throw nothingNamed(wordsUsage, helpCommand)
      return run(checkedBy(schema, parsed), terminal, parsed.words)
    }
    const { columns } = terminal
    terminal.print(
      [
        ['Usage:', name, ...(wordsUsage === undefined ? [] : [wordsUsage]), '[FLAG …]'].join(' '),
        wrapped(about, columns).join('\n'),
        flagHelp(flags, schema.parse({}), columns),
      ].join('\n\n'),
    )
    return exitCodes.done
  }
}

function nothingNamed(usage: string, helpCommand: string): AppError {
  return new AppError('invalid-input', `${usage} is missing.`, { remedy: `See ${helpCommand}.` })
}
