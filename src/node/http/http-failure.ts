// Maps undici's errors to the load generator's errors for the same failures, so that one text explains both.
import { Buffer } from 'node:buffer'
import { message, MessageError, type Text } from '#core/messages/message.ts'
import {
  closedEarly,
  connectTimeout,
  notHttp,
  tooLarge,
  unreachableProxy,
} from '#node/load/failure.ts'
import { codeOf, responseFault } from '../load/transports/response-fault.ts'

/** Far larger than any response to a query: metrics take a few megabytes. */
export const largestAnswerBytes = 64 * 2 ** 20
export const largestHeadBytes = 64 * 2 ** 10

export const unanswered = Object.assign(new Error('no longer waited for'), { code: 'ABORT_ERR' })

const known: Readonly<Record<string, () => Error>> = {
  UND_ERR_SOCKET: closedEarly,
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  UND_ERR_HEADERS_TIMEOUT: () => unanswered,
  UND_ERR_BODY_TIMEOUT: () => unanswered,
  UND_ERR_DESTROYED: () => unanswered,
  UND_ERR_CLOSED: () => unanswered,
  UND_ERR_HEADERS_OVERFLOW: () => notHttp('its head is longer than 64 KiB'),
  UND_ERR_RES_EXCEEDED_MAX_SIZE: () => new MessageError(tooLarge(largestAnswerBytes).text ?? ''),
}

/** `proxy` is the proxy used by the request. */
export function explained(error: unknown, proxy: URL | null): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'HTTPParserError') return notHttp(faultOf(error))
  if (proxy !== null) return ofProxy(error, proxy)
  return known[codeOf(error)]?.() ?? error
}

/** The native reader's message, if it finds a fault as well. */
function faultOf(error: Error): Text {
  const data = 'data' in error && typeof error.data === 'string' ? error.data : ''
  return responseFault([Buffer.from(data)]) ?? error.message
}

function ofProxy(error: Error, proxy: URL): unknown {
  const code = codeOf(error)
  if (code === 'UND_ERR_PRX_CONN') return notLetThrough('it closed the connection')
  const status = /^Proxy response \((\d+)\)/.exec(error.message)?.[1]
  if (status !== undefined) {
    // A regular import would load a WebSocket, and with it all of Node's own undici: 60 ms at start-up.
    const { STATUS_CODES } = process.getBuiltinModule('node:http')
    return notLetThrough(`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim(), status === '407')
  }
  return unreachableProxy(proxy, known[code]?.() ?? error)
}

function notLetThrough(why: string, wantsCredentials = false): Error {
  const remedy = message(
    wantsCredentials ? 'runs.proxyCredentials.remedy' : 'runs.failed.proxyUnreachable.remedy',
  )
  return new MessageError(message('runs.proxyRefused', { why }), { remedy })
}
