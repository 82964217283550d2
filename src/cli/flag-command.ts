// A command made of flags and a schema: answers `--help`, refuses what it does not know, then runs.
import type { z } from 'zod'
import { inGroup, type FlagText } from '#core/model/flags/flag.ts'
import { checkedBy } from './arguments/checked-by.ts'
import { parseArguments } from './arguments/parse-arguments.ts'
import type { Command, Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagHelp, type Defaults } from './help/flag-help.ts'
import { helpTopic } from './help/help-request.ts'
import { wrapped } from './help/wrapped.ts'

export type FlagCommand<Field extends string, Values extends Defaults<Field>> = Readonly<{
  name: string
  /** One or two sentences. */
  about: string
  flags: readonly FlagText<Field>[]
  schema: z.ZodType<Values>
  run(values: Values, terminal: Terminal): Promise<number>
}>

export function flagCommand<Field extends string, Values extends Defaults<Field>>({
  name,
  about,
  flags: texts,
  schema,
  run,
}: FlagCommand<Field, Values>): Command {
  const flags = inGroup('Options', texts)
  return async (args, terminal) => {
    if (helpTopic(args) === null) {
      const set = { flags, refused: new Map<string, string>(), helpCommand: `${name} --help` }
      return run(checkedBy(schema, parseArguments(args, set)), terminal)
    }
    const { columns } = terminal
    terminal.print(
      [
        `Usage: ${name} [FLAG …]`,
        wrapped(about, columns).join('\n'),
        flagHelp(flags, schema.parse({}), columns),
      ].join('\n\n'),
    )
    return exitCodes.done
  }
}
