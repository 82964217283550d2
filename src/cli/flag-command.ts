// A command defined by its flags: prints its `--help`, rejects unknown arguments, then runs.
import {
  commandLineTexts,
  type CommandName,
  type TranslatedFlag,
} from '#core/flags/texts/command-line-texts.ts'
import type { Language } from '#core/messages/languages.ts'
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

type FlagCommand<Records extends OptionRecords, Flags = Records, Name = string> = Readonly<{
  name: Name
  /** One or two sentences. */
  about: string
  /** Arguments besides flags, as in the usage: `FILE…`; optional ones are in brackets. */
  words?: string
  flags: Flags
  /** Short forms from another program, and the flags they stand for. */
  short?: Readonly<Record<string, string>>
  /** Flags of other commands, each with a remedy. */
  elsewhere?: ReadonlyMap<string, Message>
  run(values: OptionValues<Records>, terminal: Terminal, words: readonly string[]): Promise<number>
}>

type CommandTexts = Readonly<{ about: string; flags: Readonly<Record<string, string>> | null }>

/** A base command; its translations are in src/core/messages. */
export function flagCommand<Name extends CommandName, const Records extends OptionRecords>(
  command: FlagCommand<Records, Records & TranslatedRecords<Records, Name>, Name>,
): Command {
  return commandWith(command, (language) => commandLineTexts[language].commands?.[command.name])
}

/** A feature's command, which brings its translations. */
export function featureCommand<const Records extends OptionRecords>(
  command: FlagCommand<Records>,
  translations: Readonly<
    Record<
      Exclude<Language, 'en'>,
      { about: string; flags: Readonly<Record<keyof Records, string>> }
    >
  >,
): Command {
  return commandWith(command, (language) =>
    language === 'en' ? undefined : translations[language],
  )
}

function commandWith<Records extends OptionRecords>(
  {
    name,
    about,
    words: argumentsUsage,
    flags: records,
    short = {},
    elsewhere = new Map(),
    run,
  }: FlagCommand<Records>,
  translationOf: (language: Language) => CommandTexts | undefined,
): Command {
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
      const written = args.map((word) => short[word] ?? word)
      const parsed = parseArguments(written, set)
      const isMissing =
        takesArguments && !argumentsUsage.startsWith('[') && parsed.words.length === 0
      if (isMissing) throw nothingNamed(argumentsUsage, helpCommand)
      return run(checkedBy(schema, parsed), terminal, parsed.words)
    }
    const { columns, outputLanguage: language } = terminal
    const { help, flags: flagTexts } = commandLineTexts[language]
    const texts = translationOf(language) ?? { about, flags: null }
    const usage = [`${help.usage}${name}`, argumentsUsage, '[FLAG …]']
    terminal.print(
      [
        usage.filter((part) => part !== undefined).join(' '),
        wrapped(texts.about, columns).join('\n'),
        flagHelp(flags, {
          language,
          columns,
          summaries: texts.flags && { ...flagTexts, ...texts.flags },
        }),
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
