// Parses requests for help: `--help`, `-h`, `--help=max-concurrency`, `--help=traffic`.

const programHelpWords = ['help', '--help', '-h']

/** Treats `help COMMAND` and `--help COMMAND` as `COMMAND --help`, because other programs accept either. */
export function withHelpAsFlag(args: readonly string[]): readonly string[] {
  const [first = '', ...command] = args
  return programHelpWords.includes(first) && command.length > 0 ? [...command, '--help'] : args
}

/** Not for one of its commands. */
export function asksForProgramHelp([first]: readonly string[]): boolean {
  return first === undefined || programHelpWords.includes(first)
}

/** Null if help is not requested; empty for the whole help; otherwise a flag or a group. */
export function helpTopic(args: readonly string[]): string | null {
  const word = args.find((arg) => arg === '-h' || arg === '--help' || arg.startsWith('--help='))
  if (word === undefined) return null
  return word.includes('=') ? word.slice(word.indexOf('=') + 1) : ''
}
