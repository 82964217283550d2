// Requests to a ready server besides the load: cache resets and the profiler.
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import type { ServerAccess } from '#node/http/http-client.ts'
import { startProfiler, stopProfiler } from '#node/experiment/batch-profiler.ts'
import { resetCaches } from '#node/experiment/reset-caches.ts'
import type { OneAtATime } from '../one-at-a-time.ts'
import type { ReadyServer } from '#node/runs/ready-server.ts'
import type { SampledPlaces } from '#node/telemetry/run-telemetry.ts'
import type { Servers } from './servers.ts'

type SwitchTools = Readonly<{ servers: Servers; tasks: OneAtATime }>

/** Rejects during a run, because its measurements would mix two states of the server. */
export async function resetServerCaches(
  id: string,
  { servers, tasks, signal }: SwitchTools & Readonly<{ signal?: AbortSignal | undefined }>,
): Promise<void> {
  const access = accessTo(servers.requireReady(id))
  tasks.requireIdle()
  const reset = await resetCaches({ access, ...(signal !== undefined && { signal }) })
  if (!reset.done) throw new AppError('unsupported', reset.reason, { remedy: reset.remedy })
}

/** Allowed during a run, because the run's load is what the profiler records. */
export async function switchServerProfiler(
  { id, on }: Readonly<{ id: string; on: boolean }>,
  { servers }: SwitchTools,
): Promise<void> {
  const access = accessTo(servers.requireReady(id))
  await (on ? startProfiler : stopProfiler)({ access }).catch((error: unknown) => {
    throw error instanceof AppError ? withoutProfiler(error) : error
  })
}

/** Rewords the error for a server's page, which requests the profiler without a flag of ours. */
function withoutProfiler({ code, content }: AppError): AppError {
  return new AppError(code, content.message, {
    remedy: message('runs.profilerConfig'),
  })
}

/** URLs of its metrics and sources of its GPU samples. */
export function sampledPlaces(server: ReadyServer): Omit<SampledPlaces, 'rateHz'> {
  const { instances, gpus } = server
  const isRouter = instances.length > 0
  return {
    servers: [{ access: accessTo(server), label: '', metrics: [], isRouter }],
    instances: instances.map((instance) => ({ ...instance, metrics: [] })),
    gpus,
  }
}

export function accessTo({ baseUrl, apiKey }: ReadyServer): ServerAccess {
  return { baseUrl, headers: requestHeaders({ apiKey, overrides: {} }), insecure: false }
}
