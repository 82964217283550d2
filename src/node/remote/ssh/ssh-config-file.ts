// ~/.ssh/config as OpenSSH reads it, as far as reaching a host is concerned.
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import SSHConfig from 'ssh-config'
import { MessageError, textOf } from '#core/messages/message-error.ts'
import { message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { matchingFiles } from '#node/files/matching-files.ts'

export type SshConfigFile = Readonly<{
  /** What the file says about a destination, by lower-case keyword; the first to say something wins. */
  settingsFor(destination: string): Readonly<Record<string, readonly string[]>>
  /** Names it defines, patterns left out. */
  aliases(): readonly string[]
}>

const deepestInclude = 16
/** A file that includes itself would be read without end. */
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

/** What OpenSSH would refuse too, such as a Host line that names none. */
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

type Including = Readonly<{
  depth: number
  /** Every file so far, once for each time it was included. */
  read: string[]
}>

/** The text of a file, with the files it includes in their places; nothing where it cannot be read. */
function withIncludes(file: string, { depth, read }: Including): string {
  if (read.push(file) > mostFiles)
    throw new MessageError(message('hosts.tooManyIncludes', { count: mostFiles }))
  let section = 'Host *'
  return linesOf(file)
    .map((line) => {
      if (/^\s*(Host|Match)\s/i.test(line)) section = line.trim()
      const [, patterns] = /^\s*Include\s+(.+)$/i.exec(line) ?? []
      if (patterns === undefined || depth >= deepestInclude) return line
      // What follows belongs to the section it stands in, not to the last one of the included file.
      return `${included(patterns, { depth: depth + 1, read })}\n${section}`
    })
    .join('\n')
}

function included(patterns: string, including: Including): string {
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
