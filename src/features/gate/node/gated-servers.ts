// Servers of a gate. A server that the gate starts itself is restarted for each repeat and stopped after it, so that each repeat
// has another start, and two servers of one GPU do not occupy it together.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { MeasuredSide } from '#features/gate/core/gate-order.ts'
import { closing } from '#node/application/one-at-a-time.ts'
import { bringUp, untilReady } from '#node/application/services/bring-up.ts'
import { isRunning } from './composed-order.ts'
import type { GateTools } from './measure-run.ts'

export type GatedServer = Readonly<{
  id: string
  /** True if the gate starts and stops the server. */
  isOwn: boolean
  /** True if the server was running when the gate began. */
  wasRunning: boolean
}>

/** A server that was already running stays unchanged, unless the gate restarts servers. */
export async function gatedServer(
  { server: wanted, id: listed }: MeasuredSide,
  restarts: boolean,
  tools: GateTools,
): Promise<GatedServer> {
  const before = await tools.client.servers.list()
  const [id] = listed === undefined ? await bringUp([wanted], tools) : [listed]
  if (id === undefined) throw new AppError('not-found', message('gate.noCandidate'))
  const wasRunning = isRunning(before.find((one) => one.id === id)?.state.state ?? 'stopped')
  const found = (await tools.client.servers.list()).find((one) => one.id === id)
  const canStart = wanted.kind !== 'attached' && found?.spec.kind !== 'attached'
  const isOwn = canStart && (restarts || !wasRunning)
  if (isOwn) await stopServer(id, tools)
  return { id, isOwn, wasRunning }
}

/** Measures on a new start of a server started by the gate. */
export async function onStart<Measured>(
  { id, isOwn }: GatedServer,
  tools: GateTools,
  measure: () => Promise<Measured>,
): Promise<Measured> {
  if (!isOwn) return measure()
  try {
    await tools.client.servers.start({ id })
    await untilReady(id, tools)
    return await measure()
  } finally {
    await stopServer(id, tools)
  }
}

/** Starts restarted servers again, unless the application closes. */
export async function putServersBack(
  servers: readonly GatedServer[],
  { client, terminal }: GateTools,
): Promise<void> {
  if (terminal.interrupted.reason === closing) return
  for (const { id, isOwn, wasRunning } of servers) {
    if (isOwn && wasRunning) await client.servers.start({ id }).catch(() => undefined)
  }
}

async function stopServer(id: string, { client }: GateTools): Promise<void> {
  const server = (await client.servers.list()).find((one) => one.id === id)
  if (server !== undefined && server.state.state !== 'stopped') await client.servers.stop({ id })
}
