// Lines that start a program from any login shell, and the markers around its output.
import { shellArgument, shellText } from './launch-functions.ts'

/**
 * Commands for a login shell, tried in this order. They need no quotes, so that every shell parses them. `exec` skips aliases of
 * `sh` and files read at logout; rbash refuses it, and wrappers that run arguments as a program lack it.
 */
export const bootstraps = ['exec sh', 'sh'] as const

export type HostCommand = Readonly<{
  /** The program and its arguments, byte for byte. Every user of the host can read them, so they must contain no secrets. */
  argv: readonly string[]
  /** Added to the environment; as visible as the arguments. */
  environment?: Readonly<Record<string, string>>
}>

/** `nonce` is hexadecimal and random for each call, so that no output of the host contains the marker by chance. */
export function callMark(nonce: string): string {
  return `kneepoint-${nonce}`
}

export function endMark(nonce: string): string {
  return `${callMark(nonce)} end `
}

/**
 * First lines on standard input. The empty line is for start-up files that wait for Enter. The second replaces the current shell,
 * for example one started by `.bashrc`, with a `sh` that prints the marker with its process id and then runs one more line. Its
 * quoted part has no `'`, `!`, newline or `\\`, so that all shells parse it alike. The line splits the marker, so that a terminal
 * echo does not print it.
 */
export function loaderLines(nonce: string): string {
  const loader = [
    '[ -t 0 ] && place=terminal || place=pipe',
    `echo "kneepoint-""${nonce} $$ $place"`,
    `echo "kneepoint-""${nonce}" >&2`,
    'IFS= read -r line && eval "$(printf %b "$line")"',
  ].join('; ')
  return `\nexec env -u SHELLOPTS -u BASH_ENV 'sh' -c '${loader}'\n`
}

/** Runs the command and prints the end marker with its exit code on both streams. Its input follows the line. */
export function orderLine({ argv, environment = {} }: HostCommand, nonce: string): string {
  const script = [
    'unset CDPATH',
    // Files that their owner cannot read would not be copied.
    'umask u=rwx',
    ...Object.entries(environment).map(([name, value]) => `export ${name}=${shellArgument(value)}`),
    `(exec ${shellText(argv)})`,
    'code=$?',
    `echo "${endMark(nonce)}$code"`,
    `echo "${endMark(nonce)}$code" >&2`,
    'exit "$code"',
  ].join('\n')
  return `${script.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)}\n`
}

/** Ends the process group of a call. The script's argument is the process number that the call printed. */
export const endingScript = String.raw`group=$(cut -d ' ' -f 5 "/proc/$1/stat" 2>/dev/null)
[ -n "$group" ] || group=$(ps -o pgid= -p "$1" | tr -d ' ')
kill -TERM "-$group"`

export type CallOpening = Readonly<{
  /** Process number of the shell that runs the call. */
  pid: string
  /** Standard input is a terminal, which cuts long lines and echoes them. */
  isTerminal: boolean
}>

/** `rest` is the line after the opening marker; null if it does not have the form that `loaderLines` prints. */
export function callOpening(rest: string): CallOpening | null {
  const [, pid, place] = /^ (\d+) (pipe|terminal)$/.exec(rest) ?? []
  return pid === undefined ? null : { pid, isTerminal: place === 'terminal' }
}
