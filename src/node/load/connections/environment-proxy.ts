// The proxy that environment variables set for a server, by the rules of Python's urllib, which the original client uses:
// http_proxy, https_proxy and no_proxy, lower case first. Like curl, also supports all_proxy as a fallback, and ports,
// networks and the start of addresses in no_proxy.
import { BlockList, isIP } from 'node:net'
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message, type Message } from '#core/messages/message.ts'
import { appError } from '#core/model/app-error.ts'
import { hostOf } from './connector.ts'
import { isLoopback } from '#core/backends/server-address.ts'

/** Note for the run, because a proxy adds to the latencies. */
export function proxyWarning({ proxy }: Pick<LoadPlan, 'proxy'>): readonly Message[] {
  if (typeof proxy !== 'string') return []
  const { host } = new URL(proxy)
  return [message('notes.proxy', { host })]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Null for a direct connection. Loopback uses no proxy, because simulated servers and tunnels listen there. */
export function environmentProxy(url: URL, environment: Environment = process.env): URL | null {
  const own = `${url.protocol.replace(':', '')}_proxy`
  const variable = valueOf(own, environment) === null ? 'all_proxy' : own
  const named = valueOf(variable, environment) ?? ''
  if (named === '' || isHere(url)) return null
  if (isExcepted(url, valueOf('no_proxy', environment) ?? '')) return null
  return proxyNamed(named, variable)
}

/** An empty lower-case variable overrides the upper-case one; null if neither is set. */
function valueOf(variable: string, environment: Environment): string | null {
  return (environment[variable] ?? environment[variable.toUpperCase()])?.trim() ?? null
}

function isExcepted(url: URL, exceptions: string): boolean {
  return exceptions.split(/[\s,]+/).some((entry) => entry !== '' && isExceptedBy(url, entry))
}

/** The first numbers of an address, followed by a dot or by `*`. */
const addressStart = /^((?:\d{1,3}\.){1,3})(?:\*(?:\.\*)*)?$/

/** A name matches itself and its subdomains, `*` everything; a port or a network narrows an entry. */
function isExceptedBy(url: URL, entry: string): boolean {
  if (entry === '*') return true
  const host = hostOf(url)
  const start = addressStart.exec(entry)?.[1]
  if (start !== undefined) return isIP(host) === 4 && host.startsWith(start)
  const network = /^(.+)\/(\d{1,3})$/.exec(entry)
  if (network !== null) return isInNetwork(host, network[1] ?? '', Number(network[2]))
  const [, bracketed, plain, port] = /^(?:\[(.*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? []
  if (port !== undefined && port !== (url.port || usualPorts[url.protocol])) return false
  const name = (bracketed ?? plain ?? '').toLowerCase().replace(/^[*.]+/, '')
  return name !== '' && `.${host}`.endsWith(`.${name}`)
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function isInNetwork(host: string, network: string, prefix: number): boolean {
  const [family, ofHost] = [isIP(network), isIP(host)]
  if (family === 0 || family !== ofHost || prefix > (family === 4 ? 32 : 128)) return false
  const type = family === 4 ? 'ipv4' : 'ipv6'
  const list = new BlockList()
  list.addSubnet(network, prefix, type)
  return list.check(host, type)
}

/** The original client silently skips a proxy that is itself reached over TLS. */
function proxyNamed(value: string, variable: string): URL {
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`)
  if (proxy?.protocol === 'http:' && proxy.hostname !== '') return proxy
  const shown = value.replace(/\/\/.*@/, '//***@')
  throw appError('invalid-input', 'runs.badProxy', { name: variable, value: shown })
}

function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}
