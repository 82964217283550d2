// Stops servers that a paused sweep started, so that no process stays on GPUs after the command has ended.
import { message } from '#core/messages/message.ts'
import type { Server } from '#core/model/server.ts'
import type { Sweep } from '#core/model/sweep.ts'
import type { Client } from '#node/application/services/client-of.ts'
import type { Terminal } from '../command.ts'

type Tools = Readonly<{ client: Client; terminal: Terminal }>

/**
 * Stops servers that were not running before the sweep, which starts them again when it is resumed. A server on a lost host keeps
 * running.
 */
export async function stopStarted(
  { id, status, servers }: Sweep,
  { client, terminal }: Tools,
): Promise<void> {
  if (status !== 'paused' && status !== 'interrupted') return
  const log = await client.sweeps.log({ id })
  const [listed, hosts] = await Promise.all([client.servers.list(), client.hosts.list()])
  for (const [position, { id: serverId }] of servers.entries()) {
    const start = log.find(
      ({ kind, values }) => kind === 'server-starting' && values['position'] === position,
    )
    const server = listed.find((one) => one.id === serverId)
    if (start?.values['was'] !== 'stopped' || server === undefined || !isUp(server)) continue
    const { spec, name } = server
    const lost = spec.kind === 'launched' && hosts.find(({ id: host }) => host === spec.hostId)
    if (lost && lost.connection.state === 'failed') {
      terminal.note(message('cli.startedServerLeft', { name, host: lost.name }))
      continue
    }
    await client.servers.stop({ id: serverId })
    terminal.note(message('cli.startedServerStopped', { name }))
  }
}

function isUp({ state: { state } }: Server): boolean {
  return state !== 'stopped' && state !== 'failed'
}
