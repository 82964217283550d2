// An application with a window, for tests that launch servers on a host at one of the test's own SSH servers.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { clientOf, type Client } from '#node/application/services/client-of.ts'
import { openApplication, Window } from '#node/application/application.test-support.ts'
import { knownLine } from './connect-to.ts'
import { temporaryFolder, type KeyPair, type SshDaemon } from './ssh-daemon.ts'

export type Opened = Readonly<{ client: Client; window: Window; close(): Promise<void> }>

/** Without its key, the host is unreachable unless the user confirms it. */
export type Trust = Readonly<{ isKnown: boolean }>

/** Servers that a test leaves in the list are taken away with it, unless it closed the application. */
export function openWindow(
  daemon: SshDaemon,
  data = temporaryFolder(),
  { isKnown }: Trust = { isKnown: true },
): Opened {
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const own = path.join(data, 'known_hosts')
  const sshConfigFile = path.join(data, 'config')
  writeFileSync(own, isKnown ? knownLine(daemon) : '')
  writeFileSync(sshConfigFile, 'IdentityAgent none\n')
  const ssh = { knownHosts: { own, others: [] }, sshConfigFile }
  const application = openApplication({ folder: data, ssh })
  const client = clientOf(application)
  let isOpen = true
  onTestFinished(async () => {
    if (isOpen) await removeAll(client)
  })
  const close = () => {
    isOpen = false
    return application.close()
  }
  return { client, window: new Window(client), close }
}

type Place = Readonly<{ name: string; daemon: SshDaemon; key: KeyPair }>

/** Resolves with its id. */
export async function addHost(client: Client, { name, daemon, key }: Place): Promise<string> {
  const place = { destination: daemon.address, port: daemon.port, identityFile: key.file }
  return (await client.hosts.add({ name, spec: { kind: 'ssh', ...place } })).id
}

/** What a test that fails leaves would be there for the next one. */
async function removeAll(client: Client): Promise<void> {
  const servers = await client.servers.list()
  await Promise.allSettled(servers.map(({ id }) => client.servers.remove({ id })))
}
