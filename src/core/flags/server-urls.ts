// Base URLs of the servers that a benchmark measures: usually one, and more if a feature's flag repeats it.
import { bracketed } from '#core/backends/server-address.ts'
import { type BenchmarkConfig, benchmarkFlags } from './benchmark-fields.ts'

/** Fields with further values of `baseUrl`. */
export const furtherUrlFields = benchmarkFlags.flatMap(({ field, repeats }) =>
  repeats === 'baseUrl' ? [field] : [],
)

type UrlLists = Readonly<Partial<Record<string, readonly string[] | null>>>

/** As given. Empty if the benchmark has one server. */
export function furtherUrls(config: object): readonly string[] {
  return furtherUrlFields.flatMap((field) => (config as UrlLists)[field] ?? [])
}

type ServerAddress = Pick<BenchmarkConfig, 'baseUrl' | 'host' | 'port'>

/** Address as given without a trailing slash, or built from host and port. `serverUrl` and `endpointUrl` append paths. */
export function serverBaseUrl({ baseUrl, host, port }: ServerAddress): string {
  return baseUrl === null ? `http://${bracketed(host)}:${port}` : withoutSlash(baseUrl)
}

/** Addresses of all servers that share the load; usually one. */
export function serverBaseUrls(config: ServerAddress): readonly string[] {
  return [serverBaseUrl(config), ...furtherUrls(config).map(withoutSlash)]
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
