// The servers of a gate. One that the gate starts itself is started anew for each repeat and stopped after it, so that each
// repeat shows another start, and two servers of one GPU do not hold it together.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepFileServer } from '#core/model/sweep-file.ts'
import { bringUp, untilReady } from '#cli/sweep/bring-up.ts'
import type { GateTools } from './measure-run.ts'
import { isStartable } from './read-gate.ts'

export type GatedServer = Readonly<{
  id: string
  /** True if the gate starts and stops the server. */
  isOwn: boolean
}>

/** A server that was running before stays as it is. */
export async function gatedServer(wanted: SweepFileServer, tools: GateTools): Promise<GatedServer> {
  const before = await tools.client.servers.list()
  const [id] = await bringUp([wanted], tools)
  if (id === undefined) throw new AppError('not-found', message('gate.noCandidate'))
  const state = before.find((one) => one.id === id)?.state.state ?? 'stopped'
  const isOwn = isStartable(wanted) && (state === 'stopped' || state === 'failed')
  if (isOwn) await stopServer(id, tools)
  return { id, isOwn }
}

/** Measures on a new start of an own server. */
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

async function stopServer(id: string, { client }: GateTools): Promise<void> {
  const server = (await client.servers.list()).find((one) => one.id === id)
  if (server !== undefined && server.state.state !== 'stopped') await client.servers.stop({ id })
}
