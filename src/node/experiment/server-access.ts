// Access to a server for requests outside the load: address, headers, trusted certificates.
import { serverUrl } from '#core/backends/server-address.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { serverBaseUrls } from '#core/flags/server-urls.ts'
import type { ProbedServer } from '#node/http/probe-server.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import { clientTls } from '#node/load/connections/client-tls.ts'
import { exchange, isRouteMissing, type ServerAccess } from '#node/http/http-client.ts'
import { message, type Text } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

export function accessOf({
  baseUrl,
  apiKey,
  config,
}: Readonly<{ baseUrl: string; apiKey: string | null; config: BenchmarkConfig }>): ServerAccess {
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: requestHeaders({ apiKey, overrides: config.header }),
    insecure: config.insecure,
    http2: config.transport === 'undici-h2',
    tls: clientTls(baseUrl, config),
  }
}

// Checks a server's health before a long run.
type Patient = Readonly<{ access: ServerAccess; signal: AbortSignal }>

/** Rejects with `server-unreachable`, also if the server reports that it is unhealthy. */
export async function requireHealth({ access, signal }: Patient): Promise<void> {
  const url = serverUrl(access.baseUrl, '/health')
  const answer = await exchange('GET', '/health', { access, signal }).catch(() => null)
  if (signal.aborted) throw new AppError('cancelled', message('runs.healthCancelled'))
  if (answer === null) throw unwell(message('runs.noAnswer', { url }))
  if (answer.status !== 200 && !isRouteMissing(answer.status)) {
    throw unwell(message('runs.unhealthy', { url, status: answer.status }))
  }
}

function unwell(problem: Text): AppError {
  return new AppError('server-unreachable', problem, {
    field: 'baseUrl',
    remedy: message('runs.unhealthy.remedy'),
  })
}

/** Further servers, in the order of the config, or at other addresses for our own requests; none if there is one server. */
export function otherAccesses({
  otherBaseUrls,
  ...benchmark
}: Readonly<{
  config: BenchmarkConfig
  apiKey: string | null
  otherBaseUrls?: readonly string[] | undefined
}>): readonly ServerAccess[] {
  const [, ...named] = serverBaseUrls(benchmark.config)
  return (otherBaseUrls ?? named).map((baseUrl) => accessOf({ ...benchmark, baseUrl }))
}

/** How a feature spreads the load of a benchmark over several servers. */
export type Spread = Readonly<{
  /** Name of the way to choose the server of a request. */
  strategyOf: (config: BenchmarkConfig) => string
  /** Resolves with notes for the user. Rejects if a server has another model than the first. */
  checkServers: (
    others: readonly ServerAccess[],
    first: Readonly<{ access: ServerAccess; server: ProbedServer }>,
    signal: AbortSignal,
  ) => Promise<readonly Text[]>
}>
