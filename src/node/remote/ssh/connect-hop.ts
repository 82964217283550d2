// One SSH connection to one machine, over any stream that reaches it.
import { spawn } from 'node:child_process'
import { connect as connectSocket, Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { NodeSSH, SSHError, type Config } from 'node-ssh'
import type { Client } from 'ssh2'
import { clauses, message, MessageError, type Text, textOf } from '#core/messages/message.ts'
import { appError, type AppError, messageOf } from '#core/model/app-error.ts'
import {
  authentication,
  type Authentication,
  certificateFiles,
  keyProblems,
  type UnansweredPrompt,
} from './authentication.ts'
import { allowCertificates, readCertificate } from './certificates.ts'
import { dateOf, type HostCertificate, requestHostCertificates } from './host-certificates.ts'
import { readKnownHosts, requireHostKey, type KnownHostFiles } from './host-key-check.ts'
import {
  hasAuthority,
  type HostAddress,
  knownKeyTypes,
  type KnownHost,
  type ShownKey,
} from './known-hosts.ts'
import type { SshPrompts } from './ssh-prompts.ts'
import type { SshHop } from './ssh-route.ts'

/** Opened by node-ssh; its underlying ssh2 connection serves features that node-ssh lacks. */
export type SshSession = Readonly<{ ssh: NodeSSH; connection: Client }>

export type SshSurroundings = Readonly<{
  knownHosts: KnownHostFiles
  prompts: SshPrompts
  /** Time limit for a machine's identification. */
  longestSilenceMs?: number
  /** Aborts the connection attempt. */
  signal?: AbortSignal
}>

/** Time limit, because a listening port may not be an SSH server. */
const usualSilenceMs = 20_000
/** The user may need time, for example to look up a fingerprint. */
const readyTimeoutMs = 180_000
const usualConnectTimeoutMs = 15_000
const keepAliveMs = 15_000
const missedKeepAlives = 3

/** Signature algorithms for a key type in known_hosts. */
const signatures: Readonly<Record<string, readonly string[]>> = {
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
}

export async function connectHop(
  hop: SshHop,
  stream: Duplex,
  surroundings: SshSurroundings,
): Promise<SshSession> {
  const ssh = new NodeSSH()
  const auth = authentication(hop, surroundings.prompts)
  const known = await readKnownHosts(keyFiles(hop, surroundings.knownHosts), {
    purpose: 'ORDER',
    name: hop.address,
    key: null,
  })
  let certificate: HostCertificate | null = null
  let refusal: AppError | null = null
  const silenceMs = surroundings.longestSilenceMs ?? usualSilenceMs
  const silence = setTimeout(() => {
    refusal = silent(hop, silenceMs)
    stream.destroy()
  }, silenceMs)
  const config: Config = {
    sock: stream,
    username: hop.user,
    readyTimeout: readyTimeoutMs,
    keepaliveInterval: keepAliveMs,
    keepaliveCountMax: missedKeepAlives,
    ...preferredKeys(hop, known),
    hostVerifier(key: Buffer, verify: (isTrusted: boolean) => void) {
      clearTimeout(silence)
      const shown = { key, certificate, nowS: Date.now() / 1000 }
      checkKey(shown, { hop, stream, surroundings })
        .then(
          () => verify(true),
          (error: AppError) => {
            refusal = error
            verify(false)
          },
        )
        // ssh2 throws if the connection has ended meanwhile, and reports that by itself.
        .catch(() => undefined)
    },
    authHandler(waysLeft, isPartial, next) {
      void auth.next(waysLeft, isPartial).then(async (method) => {
        if (method !== null) {
          if (ssh.connection !== null) allowCertificates(ssh.connection)
          return next(method)
        }
        refusal = await notLetIn(hop, auth)
        ssh.dispose()
      })
    },
  }
  try {
    const connecting = ready(ssh, config)
    if (ssh.connection !== null && hasAuthority(known, keyAddress(hop))) {
      requestHostCertificates(ssh.connection, (received) => (certificate = received))
    }
    const connection = await connecting
    connection.setNoDelay(true)
    // Each channel adds a close listener, and each request in flight has a channel.
    connection.setMaxListeners(0)
    return { ssh, connection }
  } catch (error) {
    ssh.connection?.destroy()
    stream.destroy()
    // A host may close the connection after too many wrong answers.
    if (auth.refusedAnswer() !== null) throw refusal ?? (await notLetIn(hop, auth))
    throw refusal ?? unopened(hop, error)
  } finally {
    clearTimeout(silence)
  }
}

export function openSocket(
  { address, port, destination, connectTimeoutMs }: SshHop,
  signal: AbortSignal | undefined,
): Promise<Duplex> {
  const longestMs = connectTimeoutMs ?? usualConnectTimeoutMs
  return new Promise((resolve, reject) => {
    const socket = connectSocket({ host: address, port, noDelay: true })
    const timer = setTimeout(
      () =>
        socket.destroy(
          new MessageError(message('hosts.noAnswerWithin', { seconds: longestMs / 1000 })),
        ),
      longestMs,
    )
    const onAbort = () => socket.destroy(new MessageError(message('hosts.wasGivenUp')))
    if (signal?.aborted) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    socket.once('error', (error) => {
      settle()
      reject(unreachable(destination, `${address}:${port}: ${error.message}`, error))
    })
    socket.once('connect', () => {
      settle()
      resolve(socket)
    })
  })
}

const mostProxyOutput = 2000

/** Runs a ProxyCommand in the user's shell, like OpenSSH. If it exits on its own, the stream fails with its output. */
export function openProxy({ destination }: SshHop, command: string): Duplex {
  const isWindows = process.platform === 'win32'
  const shell = isWindows ? true : (process.env['SHELL'] ?? true)
  const child = spawn(isWindows ? command : `exec ${command}`, { shell, stdio: 'pipe' })
  const stream = new Duplex({
    read: () => void child.stdout.resume(),
    // The reason why it stopped reading is known once it has exited.
    write: (chunk, _, done) => void child.stdin.write(chunk, () => done()),
    final: (done) => void child.stdin.end(() => done()),
    destroy(error, done) {
      child.kill()
      done(error)
    },
  })
  child.stdout.on('data', (chunk) => stream.push(chunk) || child.stdout.pause())
  for (const each of [stream, child.stdin]) each.on('error', () => undefined)
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-mostProxyOutput)
  })
  const fail = (why: string) =>
    stream.destroy(new MessageError(message('hosts.proxyCommand', { host: destination, why })))
  child.once('error', (error) => fail(error.message))
  child.once('close', (code) => fail(printed.trim() || `exit code ${code}`))
  return stream
}

async function ready(ssh: NodeSSH, config: Config): Promise<Client> {
  const connecting = ssh.connect(config)
  const { connection } = ssh
  // Unlike node-ssh's listener, this one stays: an error without a listener would end the program.
  connection?.on('error', () => undefined)
  try {
    await connecting
  } catch (error) {
    throw error instanceof SSHError ? connectionClosed() : error
  }
  if (connection === null || !ssh.isConnected()) throw connectionClosed()
  return connection
}

function connectionClosed(): MessageError {
  return new MessageError(message('hosts.connectionClosed'))
}

type KeyCheck = Readonly<{ hop: SshHop; stream: Duplex; surroundings: SshSurroundings }>

function checkKey(shown: ShownKey, { hop, stream, surroundings }: KeyCheck) {
  const { knownHosts, prompts } = surroundings
  const confirm = hop.hostKeys.acceptsNew ? () => Promise.resolve(true) : prompts.confirmHostKey
  const files = keyFiles(hop, knownHosts)
  const checkedAddress = hop.hostKeys.checksAddress ? addressBehind(hop, stream) : null
  return requireHostKey(shown, keyAddress(hop), { files, confirm, checkedAddress })
}

/** Null for a proxy, a name that is the address, and this computer. */
function addressBehind({ address }: SshHop, stream: Duplex): string | null {
  const behind = stream instanceof Socket ? (stream.remoteAddress ?? address) : address
  return behind === address || /^(?:127\.|::1$)/.test(behind) ? null : behind
}

function keyAddress({ keyName, keyPort }: SshHop): HostAddress {
  return { name: keyName, port: keyPort }
}

/** Files for a host, from its settings in `~/.ssh/config`. */
function keyFiles({ hostKeys }: SshHop, usual: KnownHostFiles): KnownHostFiles {
  const { files, globalFiles, revokedFile, command } = hostKeys
  const given = { global: globalFiles ?? usual.global ?? [], revokedFile, command }
  if (files === null) return { ...usual, ...given }
  return { own: files.length === 0 ? null : usual.own, others: files, ...given }
}

function preferredKeys(hop: SshHop, known: readonly KnownHost[]): Pick<Config, 'algorithms'> {
  const types = knownKeyTypes(known, keyAddress(hop))
  const names = types.flatMap((type) => signatures[type] ?? [type]).filter(isUsable)
  if (names.length === 0) return {}
  return { algorithms: { serverHostKey: { remove: names, prepend: names, append: [] } } }
}

const usableKeys = /^(ssh-ed25519|ecdsa-sha2-nistp(256|384|521)|rsa-sha2-(256|512))$/

function isUsable(name: string): name is 'ssh-ed25519' {
  return usableKeys.test(name)
}

async function notLetIn(hop: SshHop, auth: Authentication): Promise<AppError> {
  const { destination, user } = hop
  const kind = auth.refusedAnswer()
  if (kind !== null) {
    const id = kind === 'code' ? 'hosts.wrongCode' : 'hosts.wrongPassword'
    return appError('authentication-failed', id, { host: destination, user })
  }
  const question = auth.unanswered()
  if (question?.isSecondFactor) return noAnswer(hop, question)
  for (const file of certificateFiles(hop)) {
    const certificate = await readCertificate(file)
    if (certificate === null) continue
    return appError('authentication-failed', 'hosts.certificate', {
      host: destination,
      certificate: file,
      until: dateOf(certificate.validBeforeS),
    })
  }
  const refused = { host: destination, user, ways: auth.tried().join(', ') || 'nothing' }
  const problems = await keyProblems(hop)
  if (problems.length === 0) {
    if (question !== null) return noAnswer(hop, question)
    return appError('authentication-failed', 'hosts.loginRefused', refused)
  }
  const keys = clauses(problems)
  return appError('authentication-failed', 'hosts.loginRefusedKeys', { ...refused, keys })
}

function noAnswer({ destination: host, user }: SshHop, { text }: UnansweredPrompt): AppError {
  return appError('authentication-failed', 'hosts.unanswered', { host, user, question: text })
}

function silent({ address, port, destination }: SshHop, silenceMs: number): AppError {
  const why = message('hosts.silentAt', { address, port, seconds: silenceMs / 1000 })
  return unreachable(destination, why, null)
}

/** Reasons of the other side, which `ssh` words in the same way. */
function unopened({ destination: host, address, port }: SshHop, error: unknown): AppError {
  const why = messageOf(error)
  const [, kind = ''] = /no matching (.+)/.exec(why) ?? []
  if (kind !== '') return appError('host-unreachable', 'hosts.noAlgorithm', { host, kind })
  if (/too many authentication failures/i.test(why)) {
    return appError('authentication-failed', 'hosts.tooManyKeys', { host })
  }
  if (/before handshake|[Ii]nvalid (?:identification|SSH)/.test(why)) {
    return appError('host-unreachable', 'hosts.noSshServer', { host, address, port })
  }
  return unreachable(host, textOf(error), error)
}

function unreachable(destination: string, why: Text, cause: unknown): AppError {
  return appError('host-unreachable', 'hosts.unreachable', { host: destination, why }, { cause })
}
