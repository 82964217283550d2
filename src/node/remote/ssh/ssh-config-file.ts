// ~/.ssh/config as printed by `ssh -G`, or parsed here with OpenSSH's rules as far as they matter for reaching a host.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import SSHConfig from 'ssh-config'
import { message, MessageError, textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { expandHome } from '#node/files/data-folder.ts'
import { matchingFiles } from '#node/files/matching-files.ts'

export type Settings = Readonly<Record<string, readonly string[]>>
export type Destination = Readonly<{ name: string; user: string | null; port: number | null }>

export type SshConfigFile = Readonly<{
  /** Settings of a destination, by lower-case keyword; the first occurrence wins. */
  settingsFor(destination: Destination): Settings | Promise<Settings>
  /** Names it defines, without patterns. */
  aliases(): readonly string[]
}>

const deepestInclude = 16
/** Limit, because a file may include itself. */
const mostFiles = 256

/** Settings from OpenSSH, or from our own parser if `ssh` is not installed. */
export function sshConfig(file?: string): SshConfigFile {
  return {
    settingsFor: async (destination) =>
      (await statedByOpenSsh(destination, file)) ?? readSshConfig(file).settingsFor(destination),
    aliases: () => readSshConfig(file).aliases(),
  }
}

/** Our own parser, which runs nothing: no `Match exec`, canonical names or system files. */
export function readSshConfig(file = usualFile()): SshConfigFile {
  const config = understood(file, () => SSHConfig.parse(withIncludes(file, { depth: 0, read: [] })))
  const sections = config.map((line) => ({ line, patterns: patternsOf(line) }))
  return {
    settingsFor({ name }) {
      // The library compiles every pattern anew, which takes seconds for all of a thousand hosts.
      const own = sections.filter(({ patterns }) => mayMatch(patterns, name))
      const computed = understood(file, () =>
        Object.assign(
          new SSHConfig(),
          own.map(({ line }) => line),
        ).compute(name, { ignoreCase: true, matchExec: false }),
      )
      return Object.fromEntries(
        Object.entries(computed).map(([keyword, value]) => [keyword, [value].flat()]),
      )
    },
    aliases: () => [...new Set(sections.flatMap(({ patterns }) => patterns?.filter(isName) ?? []))],
  }
}

function usualFile(): string {
  return path.join(homedir(), '.ssh', 'config')
}

/** Runs commands of `Match exec`, and resolves names. */
const longestAnswerMs = 15_000

const failureSchema = z.object({ code: z.unknown(), stderr: z.string().default('') })

/** Output of `ssh -G`; null without OpenSSH. */
async function statedByOpenSsh(destination: Destination, given?: string): Promise<Settings | null> {
  const file = given ?? usualFile()
  const { name, user, port } = destination
  const args = [
    '-G',
    ...(given === undefined && homedir() === userInfo().homedir
      ? []
      : ['-F', existsSync(file) ? file : 'none']),
    ...(user === null ? [] : ['-l', user]),
    ...(port === null ? [] : ['-p', String(port)]),
    '--',
    name,
  ]
  const asking = promisify(execFile)('ssh', args, { timeout: longestAnswerMs })
  asking.child.stdin?.end()
  const stdout = await asking.then(
    (answer) => answer.stdout,
    (error: unknown) => {
      const { code, stderr } = failureSchema.parse(error)
      if (code === 'ENOENT') return null
      const said = stderr.replace(/^Pseudo-terminal .*$/gm, '').trim()
      if (/invalid characters/.test(said))
        throw appError('invalid-input', 'hosts.invalidName', { host: name })
      throw unreadable(file, said || textOf(error), error)
    },
  )
  if (stdout === null) return null
  const settings = new Map<string, string[]>()
  for (const [, keyword = '', value = ''] of stdout.matchAll(/^(\S+) (.*?)\r?$/gm)) {
    // The name is already expanded: a `%` in it belongs to the zone of an IPv6 address.
    const text = keyword === 'hostname' ? value.replaceAll('%', '%%') : value
    settings.set(keyword, [...(settings.get(keyword) ?? []), text])
  }
  return Object.fromEntries(settings)
}

/** Throws on errors that OpenSSH rejects too, such as a Host line without names. */
function understood<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw unreadable(file, textOf(cause), cause)
  }
}

function unreadable(file: string, why: ReturnType<typeof textOf>, cause?: unknown) {
  return appError('invalid-input', 'hosts.configUnreadable', { file, why }, { cause })
}

type IncludeState = Readonly<{
  depth: number
  /** Files read so far, once per inclusion. */
  read: string[]
}>

/** Text of a file with its includes expanded; empty if it cannot be read. */
function withIncludes(file: string, { depth, read }: IncludeState): string {
  if (read.push(file) > mostFiles)
    throw new MessageError(message('hosts.tooManyIncludes', { count: mostFiles }))
  let section = 'Host *'
  return linesOf(file)
    .map((line) => {
      if (/^\s*(Host|Match)\s/i.test(line)) section = line.trim()
      const [, patterns] = /^\s*Include\s+(.+)$/i.exec(line) ?? []
      if (patterns === undefined || depth >= deepestInclude) return line
      // Lines after an Include belong to the including section, not to the last one of the included file.
      return `${included(patterns, { depth: depth + 1, read })}\n${section}`
    })
    .join('\n')
}

function included(patterns: string, including: IncludeState): string {
  return (
    patterns
      .match(/"[^"]+"|\S+/g)
      ?.map((pattern) => path.resolve(homedir(), '.ssh', expandHome(pattern.replaceAll('"', ''))))
      .flatMap(matchingFiles)
      .map((file) => withIncludes(file, including))
      .join('\n') ?? ''
  )
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Patterns of a Host line; null for other lines, such as Match. */
function patternsOf(line: SSHConfig[number]): readonly string[] | null {
  if (line.type !== SSHConfig.DIRECTIVE || line.param.toLowerCase() !== 'host') return null
  return typeof line.value === 'string' ? line.value.split(/\s+/) : line.value.map(({ val }) => val)
}

function isName(pattern: string): boolean {
  return !/[*?!]/.test(pattern)
}

/** A canonical name begins with the name. */
function mayMatch(patterns: readonly string[] | null, name: string): boolean {
  return patterns?.some((pattern) => !isName(pattern) || pattern.startsWith(name)) ?? true
}
