// KnownHostsCommand of `~/.ssh/config`: a program that prints lines of known_hosts.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { appError, messageOf } from '#core/model/app-error.ts'
import { fingerprintOf, keyTypeOf, parseKnownHosts, type KnownHost } from './known-hosts.ts'

/** Purpose of a call. `ORDER` precedes the connection, so there is no key yet. */
export type KnownHostsSearch = Readonly<{
  purpose: 'ORDER' | 'HOSTNAME' | 'ADDRESS'
  name: string
  key: Buffer | null
}>

export type KnownHostsCommand = (search: KnownHostsSearch) => Promise<readonly KnownHost[]>

const longestMs = 15_000
const keyword = 'KnownHostsCommand'

/**
 * As in OpenSSH, no shell runs it, tokens are expanded after it was split, and a failure refuses the host. A program
 * that does not exist adds no lines.
 */
export function knownHostsCommand(
  command: string,
  expand: (text: string, tokens: Readonly<Record<string, string>>) => string,
): KnownHostsCommand {
  const [program = '', ...args] = splitArguments(command)
  return async ({ purpose, name, key }) => {
    if (!path.isAbsolute(program)) return []
    const tokens = {
      H: name,
      I: purpose,
      t: key === null ? 'NONE' : keyTypeOf(key),
      f: key === null ? 'NONE' : fingerprintOf(key),
      K: key === null ? 'NONE' : key.toString('base64'),
    }
    const expanded = args.map((argument) => expand(argument, tokens))
    const running = promisify(execFile)(program, expanded, { timeout: longestMs })
    running.child.stdin?.end()
    try {
      return parseKnownHosts((await running).stdout, keyword)
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
      const why = messageOf(cause).trim()
      throw appError('host-key-unknown', 'hosts.knownHostsCommand', { name, why }, { cause })
    }
  }
}

/** Arguments of a command, quoted as OpenSSH reads it: without variables and operators. */
function splitArguments(command: string): string[] {
  const quoted = /\\([\\"' ])|"((?:\\["\\]|[^"])*)"|'((?:\\['\\]|[^'])*)'/g
  const argument = /(?:\\[\\"' ]|"(?:\\["\\]|[^"])*"|'(?:\\['\\]|[^'])*'|\S)+/g
  return (command.match(argument) ?? []).map((text) =>
    text.replace(
      quoted,
      (_, bare?: string, double?: string, single?: string) =>
        bare ?? (double ?? single ?? '').replace(/\\(["'\\])/g, '$1'),
    ),
  )
}
