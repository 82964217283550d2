// A keyring as a Linux desktop has one, unlocked, for the user that Electron runs as.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { onThePath } from '../../scripts/executables.ts'
import { asUser, giveToUser } from './surroundings.ts'

type Keyring = Readonly<{
  /** Leads programs to it. */
  env: Readonly<Record<string, string>>
  stop(): Promise<void>
}>

/** Null if there can be one here. */
export function missingKeyring(): string | null {
  const lacking = ['dbus-daemon', 'gnome-keyring-daemon'].filter((name) => onThePath(name) === null)
  return lacking.length > 0 ? `${lacking.join(', ')} not installed` : null
}

export async function startKeyring(folder: string): Promise<Keyring> {
  giveToUser(folder)
  const [program = '', ...args] = asUser([
    'dbus-daemon',
    '--session',
    '--nofork',
    '--print-address',
  ])
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
  const bus = spawn(program, args, {
    env: { ...process.env, ...home },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [address] = (await once(bus.stdout, 'data')) as [Buffer]
  const env = { ...home, DBUS_SESSION_BUS_ADDRESS: address.toString().trim() }
  const [unlocker = '', ...rest] = asUser([
    ...['gnome-keyring-daemon', '--unlock', '--components=secrets'],
  ])
  const { status, stderr } = spawnSync(unlocker, rest, {
    env: { ...process.env, ...env },
    input: 'keyring',
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status !== 0) throw new Error(`gnome-keyring-daemon ended with ${status}: ${stderr}`)
  return {
    env,
    async stop() {
      const ended = once(bus, 'exit')
      // The keyring ends with its bus.
      bus.kill()
      await ended
    },
  }
}
