// Texts of `--help` in one language. English summaries are in the records of commands and flags.
import { helpEn } from '#core/messages/en/help.ts'
import type { Language } from '#core/messages/languages.ts'
import { commandsZh } from '#core/messages/zh/command-line/commands.ts'
import { flagSummariesZh } from './zh-command-line.ts'
import { helpZh } from '#core/messages/zh/command-line/help.ts'

type Commands = typeof commandsZh
export type CommandName = keyof Commands

/** Flags of a command that have a translation. */
export type TranslatedFlag<Name extends CommandName> = keyof Commands[Name]['flags']

type CommandTexts = Readonly<{
  about: string
  flags: Readonly<Record<string, string>>
}>

type CommandLineTexts = Readonly<{
  help: typeof helpEn
  /** Null uses the summaries of the records. */
  flags: Readonly<Record<keyof typeof flagSummariesZh, string>> | null
  commands: Readonly<Record<CommandName, CommandTexts>> | null
}>

export const commandLineTexts: Readonly<Record<Language, CommandLineTexts>> = {
  en: { help: helpEn, flags: null, commands: null },
  zh: { help: helpZh, flags: flagSummariesZh, commands: commandsZh },
}
