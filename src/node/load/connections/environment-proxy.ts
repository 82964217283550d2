// Which proxy the environment names for a server, by the variables and rules of Python's urllib, which the original
// goes by: http_proxy, https_proxy and no_proxy, in small letters first.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message, type Message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { isLoopback } from '#core/model/host/load-hosts.ts'

/** What a user who reads the latencies must know. */
export function proxyWarning({ proxy }: Pick<LoadPlan, 'proxy'>): readonly Message[] {
  if (typeof proxy !== 'string') return []
  const { host } = new URL(proxy)
  return [message('notes.proxy', { host })]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Null where requests go to the server itself. Loopback has none: simulated servers and tunnels are there. */
export function environmentProxy(url: URL, environment: Environment = process.env): URL | null {
  const variable = `${url.protocol.replace(':', '')}_proxy`
  const named = valueOf(variable, environment)
  if (named === '' || isHere(url)) return null
  if (isExcepted(url.hostname, valueOf('no_proxy', environment))) return null
  return proxyNamed(named, variable)
}

/** An empty one in small letters takes back the other. */
function valueOf(variable: string, environment: Environment): string {
  return (environment[variable] ?? environment[variable.toUpperCase()] ?? '').trim()
}

/** A name stands for itself and for what is below it. */
function isExcepted(hostname: string, exceptions: string): boolean {
  if (exceptions === '*') return true
  const names = exceptions.split(',').map((name) => name.trim().toLowerCase().replace(/^\.+/, ''))
  return names.some((name) => name !== '' && `.${hostname}`.endsWith(`.${name}`))
}

/** The original silently skips a proxy that is itself reached over TLS. */
function proxyNamed(value: string, variable: string): URL {
  const proxy = URL.parse(value.includes('://') ? value : `http://${value}`)
  if (proxy?.protocol === 'http:' && proxy.hostname !== '') return proxy
  throw new AppError('invalid-input', message('runs.badProxy', { name: variable }), {
    remedy: message('runs.badProxy.remedy'),
  })
}

function isHere({ hostname }: URL): boolean {
  return isLoopback(hostname) || hostname.endsWith('.localhost')
}
