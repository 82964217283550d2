// Where requests go: the base URL as given, or one made of host and port.
import type { BenchmarkConfig } from '../../model/benchmark/benchmark-fields.ts'

type ServerAddress = Pick<BenchmarkConfig, 'baseUrl' | 'host' | 'port'>

/** The server's root, without a slash at the end; `/metrics`, `/v1/models` and the like are below it. */
export function serverBaseUrl({ baseUrl, host, port }: ServerAddress): string {
  return baseUrl === null ? `http://${bracketed(host)}:${port}` : baseUrl.replace(/\/+$/, '')
}

/** An IPv6 address is put in brackets, else its colons would read as a port. */
function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
