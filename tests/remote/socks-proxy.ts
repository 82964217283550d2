// A SOCKS proxy that OpenSSH makes: a connection to a server of this computer, for one test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort, makeKey, startSshDaemon } from './ssh-daemon.ts'

/** Returns its URL. */
export async function startSocks(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const key = makeKey(folder)
  const daemon = await startSshDaemon({ folder, authorizedKeys: [key.publicKey] })
  const port = await freePort()
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'IdentitiesOnly=yes']
  const client = spawn(
    'ssh',
    [
      ...['-N', '-q', '-D', `127.0.0.1:${port}`, '-i', key.file, '-p', String(daemon.port)],
      ...options.flatMap((option) => ['-o', option]),
      `${daemon.user}@${daemon.address}`,
    ],
    { stdio: 'ignore' },
  )
  onTestFinished(async () => {
    client.kill()
    await once(client, 'exit')
    await daemon.stop()
  })
  while (!(await listens(port))) await delay(50)
  return `socks5://127.0.0.1:${port}`
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
