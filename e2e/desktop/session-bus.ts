// The message bus of a Linux desktop, for the user that Electron runs as, and services on it: a keyring, notifications.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { onThePath } from '../../scripts/executables.ts'
import { asUser, giveToUser } from './surroundings.ts'

type Environment = Readonly<Record<string, string>>

/** The reason why there can be no bus with such a service here; null if there can. */
export function missingOnBus(...services: readonly string[]): string | null {
  const lacking = ['dbus-daemon', ...services].filter((name) => onThePath(name) === null)
  return lacking.length > 0 ? `${lacking.join(', ')} not installed` : null
}

export class SessionBus {
  /** Leads programs to it. */
  readonly env: Environment
  readonly #children: ChildProcess[]

  private constructor(env: Environment, daemon: ChildProcess) {
    this.env = env
    this.#children = [daemon]
  }

  static async start(folder: string): Promise<SessionBus> {
    giveToUser(folder)
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
    const daemon = startAsUser(['dbus-daemon', '--session', '--nofork', '--print-address'], home)
    const [address] = (await once(daemon.stdout, 'data')) as [Buffer]
    return new SessionBus({ ...home, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() }, daemon)
  }

  unlockKeyring(): void {
    this.#run(['gnome-keyring-daemon', '--unlock', '--components=secrets'], 'keyring')
  }

  /** Shows notifications on a display. Resolves when it is on the bus. */
  async showNotifications(display: string): Promise<void> {
    this.#children.push(startAsUser(['dunst'], { ...this.env, DISPLAY: display }))
    await expect.poll(() => this.#answers(['dunstctl', 'is-paused'])).toBe(true)
  }

  /** Acts like a click on the visible notification. */
  pressNotification(): void {
    this.#run(['dunstctl', 'action'])
  }

  /** Returns what reads the calls since now, whether or not a service took them. */
  async watchCalls(): Promise<() => string> {
    const watcher = startAsUser(['dbus-monitor', '--session', "type='method_call'"], this.env)
    this.#children.push(watcher)
    let seen = ''
    watcher.stdout.on('data', (data: Buffer) => (seen += data.toString()))
    await expect.poll(() => seen).not.toBe('')
    return () => seen
  }

  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill()) await ended
    }
  }

  #run(command: readonly string[], input = ''): void {
    const { status, stderr } = runAsUser(command, this.env, input)
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`)
  }

  #answers(command: readonly string[]): boolean {
    return runAsUser(command, this.env, '').status === 0
  }
}

function startAsUser(command: readonly string[], env: Environment) {
  const [program = '', ...args] = asUser(command)
  return spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function runAsUser(command: readonly string[], env: Environment, input: string) {
  const [program = '', ...args] = asUser(command)
  const options = { encoding: 'utf8', timeout: 30_000 } as const
  return spawnSync(program, args, { env: { ...process.env, ...env }, input, ...options })
}
