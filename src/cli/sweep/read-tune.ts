// Reads the plan of `kneepoint tune` from its file, for the server named there.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { SweepFileServer } from '#core/model/sweep-file.ts'
import type { TuneFile } from '#core/tune/read-tune-file.ts'
import type { TunedServer } from '#core/tune/tuned-server.ts'
import type { Client } from '#node/application/client-of.ts'
import { hostIdOf } from '#node/application/sweeps/file-servers.ts'
import { readTuneText } from '#node/application/sweeps/sweep-text.ts'
import {
  tunedServerIn,
  tuneOfFile,
  type TuneOfFile,
} from '#node/application/sweeps/tune-of-file.ts'
import { placesOf } from '#node/application/services/bring-up.ts'
import { textOf } from './sweep-order.ts'

export type TuneOrder = TuneOfFile &
  Readonly<{
    server: SweepFileServer
    /** Duration of a server start; null if unknown. */
    startS: number | null
  }>

export async function readTune(
  path: string,
  preset: TuneFile['preset'],
  client: Client,
): Promise<TuneOrder> {
  const file = readTuneText(await textOf(path), preset)
  const [server, ...others] = file.sweep.servers
  if (server === undefined || others.length > 0) {
    throw new AppError(
      'invalid-input',
      message('tune.oneServer', { count: file.sweep.servers.length }),
      { field: 'servers' },
    )
  }
  const places = await placesOf(client)
  const hostId = server.kind === 'launched' ? hostIdOf(server.host, places) : null
  const tuned = await withGpus(tunedServerIn(server, places), hostId, client)
  const runtime = tuned?.runtime ?? null
  const installed =
    file.preset === null || runtime === null || hostId === null
      ? null
      : await client.profiles.installedFlags({ hostId, runtime })
  return { ...tuneOfFile(file, tuned, installed), server, startS: tuned?.startS ?? null }
}

/** Adds the GPUs of its host, if its profile selects none. */
async function withGpus(
  tuned: TunedServer | null,
  hostId: string | null,
  client: Client,
): Promise<TunedServer | null> {
  if (tuned === null || hostId === null || tuned.gpusThere !== null) return tuned
  const facts = await client.hosts.facts({ id: hostId, withInstallations: false })
  return { ...tuned, gpusThere: facts.gpus.length || null }
}
