// A host at one of the test's own SSH servers, its key known and let in.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { sshSpecSchema } from '#core/model/host.ts'
import type { Host } from '#node/remote/host.ts'
import { openHost } from '#node/remote/open-host.ts'
import { knownHostLine } from '#node/remote/ssh/known-hosts.ts'
import { noPrompts } from '#node/remote/ssh/ssh-prompts.ts'
import type { KeyPair, SshDaemon } from './ssh-daemon.ts'

type HostSurroundings = Parameters<typeof openHost>[1]

export type Access = Readonly<{
  folder: string
  key: KeyPair
  loadNode?: 'ours'
  /** More lines for ~/.ssh/config. */
  config?: string
}>

export function connectTo(
  daemon: SshDaemon,
  { folder, key, loadNode, config = '' }: Access,
  more: Partial<HostSurroundings> = {},
): Host {
  const sshConfigFile = path.join(folder, 'config')
  const own = path.join(folder, 'known_hosts')
  writeFileSync(sshConfigFile, `IdentityAgent none\n${config}\n`)
  writeFileSync(own, knownLine(daemon))
  const spec = sshSpecSchema.parse({
    kind: 'ssh',
    destination: daemon.address,
    port: daemon.port,
    identityFile: key.file,
    loadNode,
  })
  const knownHosts = { own, others: [] }
  return openHost(
    { name: 'gpu-03', spec },
    { knownHosts, prompts: noPrompts, sshConfigFile, ...more },
  )
}

export function knownLine({
  address,
  port,
  hostKey,
}: Pick<SshDaemon, 'address' | 'port' | 'hostKey'>): string {
  return knownHostLine({ name: address, port }, keyBytes(hostKey))
}

export function keyBytes({ publicKey }: KeyPair): Buffer {
  return Buffer.from(publicKey.split(' ')[1] ?? '', 'base64')
}
