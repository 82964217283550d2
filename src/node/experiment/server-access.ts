// How a server is reached for whatever is not part of the load: address, headers, trust.
import type { BenchmarkConfig } from '#core/model/benchmark/benchmark-fields.ts'
import { requestHeaders } from '#core/protocol/requests/headers.ts'
import type { ServerAccess } from '#node/http/http-client.ts'

export function accessOf({
  baseUrl,
  apiKey,
  config,
}: Readonly<{ baseUrl: string; apiKey: string | null; config: BenchmarkConfig }>): ServerAccess {
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: requestHeaders({ apiKey, overrides: config.header }),
    insecure: config.insecure,
  }
}
