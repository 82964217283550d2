// The language of the command line: `--lang`, then the environment's locale, then English.
import { languages, preferredLanguage, type Language } from '#core/messages/languages.ts'

export type SpokenLanguage = Readonly<{
  language: Language
  /** Set by `--lang`, which also applies to standard output. */
  isAsked: boolean
}>

type Environment = Readonly<Record<string, string | undefined>>

/** `args` without `--lang`, which every command accepts, and its value; ignores flags after `--`. */
export function withoutLanguage(args: readonly string[]): Readonly<{
  args: readonly string[]
  asked: string | null
}> {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const at = args.slice(0, end).findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='))
  if (at === -1) return { args, asked: null }
  const isJoined = args[at] !== '--lang'
  const asked = isJoined ? (args[at]?.slice('--lang='.length) ?? '') : (args[at + 1] ?? '')
  return { args: args.toSpliced(at, isJoined ? 1 : 2), asked }
}

export function spokenLanguage(asked: string | null, environment: Environment): SpokenLanguage {
  const known = languages.find((language) => language === asked)
  if (known !== undefined) return { language: known, isAsked: true }
  return { language: languageOfLocale(environment), isAsked: false }
}

export function isKnownLanguage(asked: string | null): asked is Language | null {
  return asked === null || languages.some((language) => language === asked)
}

/** The variable that decides, in POSIX order. */
function languageOfLocale({ LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((value) => value !== undefined && value !== '')
  return preferredLanguage([(locale ?? '').replace(/[_.@].*$/, '')])
}
