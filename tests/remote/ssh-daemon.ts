// A real OpenSSH server on loopback, with keys and a home of its own; it exists for one test file.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const program = '/usr/sbin/sshd'

/** Said by the tests that are skipped without it. */
export const missingDaemon = existsSync(program)
  ? null
  : 'OpenSSH server is not installed (apt-get install openssh-server)'

export type KeyPair = Readonly<{ file: string; publicKey: string }>

export type SshDaemon = Readonly<{
  address: string
  port: number
  user: string
  /** What $HOME is over there. */
  home: string
  hostKey: KeyPair
  stop(): Promise<void>
  /** As when the network breaks: ends every connection, keeps listening. */
  dropConnections(): void
  /** As when a machine hangs: what is connected is not answered any more, until the answer is called. */
  freezeConnections(): () => void
}>

export type DaemonOptions = Readonly<{
  folder: string
  /** Public keys that are let in. */
  authorizedKeys: readonly string[]
  /** Before everything else on the PATH over there. */
  path?: string
  /** The whole PATH over there, instead. */
  wholePath?: string
  /** Lines of its configuration; a first one counts. */
  settings?: readonly string[]
  hostKeyType?: 'ed25519' | 'ecdsa' | 'rsa'
  /** Makes a certificate of its key, and returns the file. */
  certify?: (hostKey: KeyPair) => string
  /** Another one of this computer's. */
  address?: string
  /** Takes this port again, with a new key. */
  port?: number
}>

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'kneepoint-remote-'))
}

export function makeKey(
  folder: string,
  { type = 'ed25519', name = 'key', passphrase = '' } = {},
): KeyPair {
  const file = path.join(folder, name)
  rmSync(file, { force: true })
  run('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'test', '-f', file])
  return { file, publicKey: run('ssh-keygen', ['-y', '-P', passphrase, '-f', file]).trim() }
}

export async function startSshDaemon(options: DaemonOptions): Promise<SshDaemon> {
  const { folder, hostKeyType = 'ed25519', address = '127.0.0.1' } = options
  const port = options.port ?? (await freePort())
  const home = path.join(folder, 'home')
  mkdirSync(home, { recursive: true })
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const hostKey = makeKey(folder, { type: hostKeyType, name: `host_${hostKeyType}` })
  const configFile = path.join(folder, `sshd_config_${port}`)
  writeFileSync(path.join(folder, 'authorized_keys'), `${options.authorizedKeys.join('\n')}\n`)
  writeFileSync(configFile, configText(options, { port, home, hostKey }))
  if (options.certify !== undefined) {
    appendFileSync(configFile, `HostCertificate ${options.certify(hostKey)}\n`)
  }
  const daemon = spawn(program, ['-D', '-e', '-f', configFile], { stdio: 'ignore' })
  await listening({ address, port }, daemon)
  return {
    address,
    port,
    user: userInfo().username,
    home,
    hostKey,
    async stop() {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return
      endSessions(daemon)
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
    },
    dropConnections: () => endSessions(daemon),
    freezeConnections() {
      const frozen = sessionsOf(daemon)
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      return () => frozen.forEach((pid) => process.kill(pid, 'SIGCONT'))
    },
  }
}

function configText(
  { folder, path: first = '', wholePath, settings = [], address = '127.0.0.1' }: DaemonOptions,
  { port, home, hostKey }: Pick<SshDaemon, 'port' | 'home' | 'hostKey'>,
): string {
  const searchPath = `${first}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`
  return [
    ...settings,
    `Port ${port}`,
    `ListenAddress ${address}`,
    `HostKey ${hostKey.file}`,
    `AuthorizedKeysFile ${path.join(folder, 'authorized_keys')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    `SetEnv HOME=${home} PATH=${wholePath ?? searchPath.replace(/^:/, '')}`,
    '',
  ].join('\n')
}

/** A connection is a child of the daemon; the child's child holds it after authentication. */
function sessionsOf(daemon: ChildProcess): number[] {
  const children = (pid: number): number[] =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.trim() !== '')
      .map(Number)
  return children(daemon.pid ?? 0).flatMap((child) => [...children(child).filter(isSshd), child])
}

function endSessions(daemon: ChildProcess): void {
  for (const pid of sessionsOf(daemon)) end(pid)
}

/** It may have ended by itself a moment ago. */
function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function isSshd(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.startsWith('sshd')
}

type Place = Pick<SshDaemon, 'address' | 'port'>

async function listening(place: Place, daemon: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (daemon.exitCode !== null) throw new Error(`sshd ended with code ${daemon.exitCode}`)
    if (await answers(place)) return
    await delay(50)
  }
  throw new Error('sshd does not listen')
}

function answers({ address, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
  return stdout
}
