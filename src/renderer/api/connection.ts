// Keeps a transport open for the window's lifetime, so that the client does not depend on its kind.
import { appError } from '#core/model/app-error.ts'
import { inject, shallowRef, type InjectionKey, type ShallowRef } from 'vue'
import { backOffMs, pause } from './back-off.ts'
import { AccessRefused, AddressUnknown, type Transport, type Wire } from './transport.ts'
import { callError } from './call-error.ts'
import type { AppLink } from './client.ts'

/**
 * `lost`: was open, reconnecting; `unreachable`: never opened; `refused`: the browser has no access; `unknownAddress`: the page
 * has another address than the application knows.
 */
type ConnectionStatus =
  'connecting' | 'open' | 'lost' | 'unreachable' | 'refused' | 'unknownAddress'

type Connection = Readonly<{
  link: AppLink
  status: Readonly<ShallowRef<ConnectionStatus>>
}>

export const connectionKey: InjectionKey<Connection> = Symbol('connection')

export function useConnection(): Connection {
  const connection = inject(connectionKey)
  if (connection === undefined) throw new Error('no connection was provided to the application')
  return connection
}

export function keepConnected(transport: Transport): Connection {
  const status = shallowRef<ConnectionStatus>('connecting')
  let announceFirst = (): void => undefined
  const first = new Promise<void>((resolve) => (announceFirst = resolve))
  let wire: Wire | null = null

  async function keepOpen(): Promise<never> {
    for (let failures = 0; ; failures++) {
      try {
        wire = await transport.open()
        failures = 0
        status.value = 'open'
        announceFirst()
        await wire.closed
        status.value = 'lost'
      } catch (error) {
        // Not ignored: the banner shows `status`, and the loop retries.
        status.value = afterFailure(status.value, error)
      }
      wire = null
      await pause(backOffMs(failures))
    }
  }

  /** Waits only for the first opening: a click during a later outage must not take effect minutes later. */
  async function openWire(): Promise<Wire> {
    if (status.value === 'connecting') await first
    if (wire !== null) return wire
    throw appError('process-ended', 'files.connectionLost')
  }

  const link: AppLink = {
    async call(path, input, options) {
      try {
        const { link: current } = await openWire()
        return await current.call(path, plain(input), options)
      } catch (error) {
        throw callError(error)
      }
    },
  }

  void keepOpen()
  return { link, status }
}

function afterFailure(before: ConnectionStatus, error: unknown): ConnectionStatus {
  if (error instanceof AccessRefused) return 'refused'
  if (error instanceof AddressUnknown) return 'unknownAddress'
  return before === 'lost' ? 'lost' : 'unreachable'
}

/** Reactive proxies cannot be cloned into messages; every input of the contract is JSON. */
function plain(input: unknown): unknown {
  return input === undefined ? undefined : JSON.parse(JSON.stringify(input))
}
