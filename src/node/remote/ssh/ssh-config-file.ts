// ~/.ssh/config with OpenSSH's rules, as far as they matter for reaching a host.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import SSHConfig from 'ssh-config'
import { message, MessageError, textOf } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { matchingFiles } from '#node/files/matching-files.ts'

export type SshConfigFile = Readonly<{
  /** Settings of a destination, by lower-case keyword; the first occurrence wins. */
  settingsFor(destination: string): Readonly<Record<string, readonly string[]>>
  /** Names it defines, without patterns. */
  aliases(): readonly string[]
}>

const deepestInclude = 16
/** Limit, because a file may include itself. */
const mostFiles = 256

export function readSshConfig(file = path.join(homedir(), '.ssh', 'config')): SshConfigFile {
  const config = understood(file, () => SSHConfig.parse(withIncludes(file, { depth: 0, read: [] })))
  return {
    settingsFor(destination) {
      const computed = understood(file, () =>
        config.compute(destination, { ignoreCase: true, matchExec: false }),
      )
      return Object.fromEntries(
        Object.entries(computed).map(([keyword, value]) => [keyword, [value].flat()]),
      )
    },
    aliases: () => [...new Set(config.flatMap(namesOf))],
  }
}

/** Throws on errors that OpenSSH rejects too, such as a Host line without names. */
function understood<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch (cause) {
    throw appError(
      'invalid-input',
      'hosts.configUnreadable',
      { file, why: textOf(cause) },
      { cause },
    )
  }
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

export function expandHome(file: string): string {
  return file.replace(/^~(?=\/|$)/, homedir())
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function namesOf(line: SSHConfig[number]): string[] {
  if (line.type !== SSHConfig.DIRECTIVE || line.param.toLowerCase() !== 'host') return []
  const names =
    typeof line.value === 'string' ? line.value.split(/\s+/) : line.value.map(({ val }) => val)
  return names.filter((name) => !/[*?!]/.test(name))
}
