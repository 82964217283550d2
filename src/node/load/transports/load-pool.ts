// The connection pool of a load, by the transport that the plan names.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { joinedFeatures } from '#core/messages/joined-catalogue.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import { appError } from '#core/model/app-error.ts'
import { Connection } from '../connections/connection.ts'
import { ConnectionPool } from '../connections/connection-pool.ts'
import { KeepAlive } from '../connections/keep-alive.ts'
import type { LoadConnection, ProtocolConnections } from '../connections/load-connection.ts'
import { type Connector, createConnector, type ConnectorOptions } from '../connections/connector.ts'
import { proxyOf } from '../connections/proxy-requests.ts'
import * as features from './features.ts'
import { streamsPerSession } from './undici-limits.ts'

const own: NonNullable<ProtocolConnections['own']> = joinedFeatures(features, 'own')
const over: NonNullable<ProtocolConnections['over']> = joinedFeatures(features, 'over')

/** No server under test should need longer to accept a connection. */
const longestConnectS = 60

/** Concurrent requests on one connection. */
export const requestsPerConnection: Readonly<Record<LoadTransport, number>> = {
  native: 1,
  undici: 1,
  'undici-h2': streamsPerSession,
}

/** Node version that undici requires, as major and minor. */
const neededNode = [22, 19] as const

type PoolTarget = Pick<
  LoadPlan,
  'url' | 'insecure' | 'tls' | 'proxy' | 'requestTimeoutS' | 'transport'
> &
  Partial<Pick<LoadPlan, 'protocol' | 'polling'>>

export function transportOf({ transport = 'native' }: Pick<LoadPlan, 'transport'>): LoadTransport {
  return transport
}

export function nativePool(target: PoolTarget): ConnectionPool {
  const connect = createConnector(connectorOptions(target))
  const begin = target.protocol && own[target.protocol]
  return begin === undefined ? poolOf(connect, target) : new ConnectionPool(() => begin(connect))
}

function poolOf(connect: Connector, target: PoolTarget): ConnectionPool {
  const keepAlive = new KeepAlive()
  return new ConnectionPool(() => carried(new Connection(connect, keepAlive), target))
}

function carried(connection: LoadConnection, target: PoolTarget): LoadConnection {
  const begin = target.protocol && over[target.protocol]
  return begin?.(connection, target) ?? connection
}

/** Undici is loaded only if it carries the load, because it adds about 50 ms to the start. */
export async function createLoadPool(target: PoolTarget): Promise<ConnectionPool> {
  const options = connectorOptions(target)
  switch (transportOf(target)) {
    case 'native':
      return nativePool(target)
    case 'undici': {
      requireNode(process.versions.node)
      const { UndiciConnection } = await import('./undici-connection.ts')
      const connect = createConnector(options)
      return new ConnectionPool(() => carried(new UndiciConnection(options.url, connect), target))
    }
    case 'undici-h2': {
      requireNode(process.versions.node)
      requireStraightWay(options)
      const { UndiciSessions, UndiciStream } = await import('./undici-sessions.ts')
      const connect = createConnector({ ...options, protocols: ['h2'] })
      const sessions = new UndiciSessions({ ...options, connect })
      return new ConnectionPool(
        () => carried(new UndiciStream(sessions), target),
        () => sessions.close(),
      )
    }
  }
}

function connectorOptions(target: PoolTarget): ConnectorOptions {
  const timeoutMs = 1000 * Math.min(target.requestTimeoutS, longestConnectS)
  return {
    url: new URL(target.url),
    insecure: target.insecure,
    tls: target.tls,
    timeoutMs,
    proxy: proxyOf(target),
  }
}

function requireNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = neededNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  const needed = neededNode.join('.')
  throw appError('unsupported', 'runs.undiciNeedsNode', { needed, version }, { field: 'transport' })
}

/** A proxy forwards only HTTP/1.1; its tunnel carries any protocol. */
function requireStraightWay({ url, proxy = null }: ConnectorOptions): void {
  if (proxy === null || url.protocol === 'https:') return
  throw appError('unsupported', 'runs.http2NoProxy', {}, { field: 'transport' })
}
