// A command made of flags: prints its `--help`, rejects unknown arguments, then runs.
import {
  commandLineTexts,
  type CommandName,
  type TranslatedFlag,
} from '#core/flags/texts/command-line-texts.ts'
import { message, type Message } from '#core/messages/message.ts'
import { z } from 'zod'
import { AppError } from '#core/model/app-error.ts'
import { flagsOf, type OptionRecords, type OptionValues, schemasOf } from '#core/flags/flag.ts'
import { checkedBy } from './arguments/checked-by.ts'
import { parseArguments } from '#core/command-line/parse-arguments.ts'
import type { Command, Terminal } from './command.ts'
import { exitCodes } from './exit.ts'
import { flagHelp } from './arguments/flag-help.ts'
import { helpTopic } from './arguments/help-request.ts'
import { wrapped } from './arguments/wrapped.ts'

/** Checks that every flag is translated: a type error names the missing ones. */
type TranslatedRecords<Records, Name extends CommandName> =
  Exclude<keyof Records, TranslatedFlag<Name>> extends never
    ? unknown
    : Readonly<{ untranslated: Exclude<keyof Records, TranslatedFlag<Name>> }>

type FlagCommand<Name extends CommandName, Records extends OptionRecords> = Readonly<{
  name: Name
  /** One or two sentences. */
  about: string
  /** Arguments besides flags, as in the usage: `FILE…`; optional ones are in brackets. */
  words?: string
  flags: Records & TranslatedRecords<Records, Name>
  /** Flags of other commands, each with its remedy. */
  elsewhere?: ReadonlyMap<string, Message>
  run(values: OptionValues<Records>, terminal: Terminal, words: readonly string[]): Promise<number>
}>

export function flagCommand<Name extends CommandName, const Records extends OptionRecords>({
  name,
  about,
  words: argumentsUsage,
  flags: translated,
  elsewhere = new Map(),
  run,
}: FlagCommand<Name, Records>): Command {
  const records: Records = translated
  const flags = flagsOf('Options', records)
  const schema = z.object(schemasOf(records))
  const command: Command = async (args, terminal) => {
    if (helpTopic(args) === null) {
      const helpCommand = `${name} --help`
      const takesArguments = argumentsUsage !== undefined
      const set = {
        flags,
        refused: new Map<string, string>(),
        elsewhere,
        helpCommand,
        takesArguments,
      }
      const parsed = parseArguments(args, set)
      const isMissing =
        takesArguments && !argumentsUsage.startsWith('[') && parsed.words.length === 0
      if (isMissing) throw nothingNamed(argumentsUsage, helpCommand)
      return run(checkedBy(schema, parsed), terminal, parsed.words)
    }
    const { columns, outputLanguage: language } = terminal
    const { help, commands } = commandLineTexts[language]
    const texts = commands?.[name] ?? { about, flags: null }
    const usage = [`${help.usage}${name}`, argumentsUsage, '[FLAG …]']
    terminal.print(
      [
        usage.filter((part) => part !== undefined).join(' '),
        wrapped(texts.about, columns).join('\n'),
        flagHelp(flags, { language, columns, summaries: texts.flags }),
      ].join('\n\n'),
    )
    return exitCodes.done
  }
  return Object.assign(command, { shape: { flags, words: argumentsUsage } })
}

function nothingNamed(usage: string, helpCommand: string): AppError {
  return new AppError('invalid-input', message('cli.argumentMissing', { usage }), {
    remedy: message('cli.seeHelp', { command: helpCommand }),
  })
}
