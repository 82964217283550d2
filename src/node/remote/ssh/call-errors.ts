// Reasons why a call on a host fails, with remedies.
import { message, type Text } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import { mostAtOnce } from './channel-slots.ts'
import type { ProgramEnd } from '../host.ts'
import { mostNoiseBytes } from './marked-output.ts'

/** The server has no session left on this connection. */
export class SessionRefused extends AppError {}

export function connectionBroken(hostName: string, cause?: unknown): AppError {
  return appError('host-unreachable', 'hosts.connectionBroke', { host: hostName }, { cause })
}

/** A broken connection also calls back, without a reason of the server. */
export function noSession(hostName: string, error: Error & { reason?: unknown }): AppError {
  if (error.reason === undefined) return connectionBroken(hostName, error)
  const given = { host: hostName, why: error.message, most: mostAtOnce }
  return new SessionRefused('host-failed', message('hosts.noFurtherSession', given), {
    remedy: message('hosts.noFurtherSession.remedy', given),
    cause: error,
  })
}

export function shellSilent(host: string, silenceMs: number): AppError {
  return appError('host-failed', 'hosts.shellSilent', { host, seconds: silenceMs / 1000 })
}

export function shellFloods(host: string): AppError {
  return appError('host-failed', 'hosts.shellFloods', { host, kib: mostNoiseBytes / 1024 })
}

export function shellIsTerminal(host: string): AppError {
  return appError('host-failed', 'hosts.shellIsTerminal', { host })
}

export function shellAltersOutput(host: string): AppError {
  return appError('host-failed', 'hosts.shellAltersOutput', { host })
}

type Refusal = Readonly<{
  end: ProgramEnd
  printed: string
  /** Path of the login shell; empty if unknown. */
  name: string
}>

const shownLines = 4
const shownText = 400

export function shellRefuses(
  host: string,
  { end: { code, signal }, printed, name }: Refusal,
): AppError {
  const given = { host, code: String(code ?? signal) }
  const shell: Text =
    name === '' ? message('hosts.loginShell') : message('hosts.namedShell', { name })
  const said = shown(printed)
  return new AppError(
    'host-failed',
    said === ''
      ? message('hosts.shellEnded', { ...given, shell })
      : message('hosts.shellRefuses', { ...given, shell, said }),
    { remedy: message('hosts.shellRefuses.remedy', given) },
  )
}

/** The last lines, without terminal control sequences. */
function shown(printed: string): string {
  return printed
    .replaceAll(escapes, '')
    .replaceAll(controls, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-shownLines)
    .join('\n')
    .slice(-shownText)
}

const escape = String.fromCharCode(27)
const escapes = new RegExp(
  `${escape}(\\[[0-9;?]*[ -/]*[@-~]|\\][^\\x07${escape}]*(\\x07|${escape}\\\\)|.)`,
  'g',
)
const controls = /(?!\n)\p{Cc}/gu
