// The bytes of each request of a plan as sent: an HTTP/1.1 head and the body, in one buffer.
import type { LoadPlan } from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import { bodyLength, copyBody, type PlannedBodies } from '#core/protocol/requests/planned-bodies.ts'
import { requireSendable } from '#core/protocol/requests/headers.ts'
import { forwardingOf, proxyOf } from './connections/proxy-requests.ts'
import { requestMemory } from './request-memory.ts'
import { readStored } from './stored-bodies.ts'
import type { Target } from './connections/target.ts'
import { serversOf } from './connections/targets.ts'

type Headers = Readonly<Record<string, string>>

export type SentTurn = Readonly<{ body: Uint8Array; conversationId: string }>

type RequestPlan = Pick<LoadPlan, 'url' | 'proxy' | 'targets' | 'headers' | 'bodies'> &
  Readonly<{ method: string }>

/** A request by its body's position, and its server if there are several. */
type RequestReference = Readonly<{ place: number; requestId: string | null; target?: Target }>

/** The parts of a head that requests to a server share; `beforeId` ends where an id follows. */
type SharedHead = Readonly<{ whole: string; beforeId: string }>

/** A router can use this header to send a conversation to the server that has its prefix cached. */
const sessionHeader = 'x-session-id'

export class RequestBytes {
  readonly #bodies: PlannedBodies
  readonly #namesSession: boolean
  readonly #namesLength: boolean
  readonly #firstHead: SharedHead
  /** One per server. */
  readonly #heads: readonly SharedHead[]

  /** Throws AppError if a header cannot be sent. */
  constructor(plan: RequestPlan) {
    const { texts, parts, firstParts } = plan.bodies
    // A copy, because bodies from another process or a rehearsal have other hidden classes.
    this.#bodies = { texts, parts, firstParts }
    this.#namesLength = plan.method !== 'GET'
    this.#namesSession = has(sessionHeader, plan.headers)
    this.#heads = serversOf(plan).map((server) => sharedHead({ ...plan, ...server }))
    this.#firstHead = this.#heads[0] ?? sharedHead(plan)
  }

  /** Bytes for a single send; the connection releases their memory. */
  of({ place, requestId, target }: RequestReference, turn?: SentTurn): Uint8Array {
    if (!(place >= 0)) throw new AppError('internal', message('runs.noBody', { index: place }))
    const length = turn?.body.length ?? bodyLength(this.#bodies, place)
    const session = turn === undefined ? '' : this.#sessionLine(turn.conversationId)
    const lengthLine = this.#namesLength ? `content-length: ${length}\r\n` : ''
    const head = `${this.#headOf(requestId, target)}${session}${lengthLine}\r\n`
    const bytes = requestMemory.take(head.length + length)
    bytes.write(head, 'latin1')
    if (turn === undefined) copyBody(this.#bodies, place, bytes, head.length, readStored)
    else bytes.set(turn.body, head.length)
    return bytes
  }

  /** Empty if the user sets this header. */
  #sessionLine(conversationId: string): string {
    return this.#namesSession ? '' : headerLine(sessionHeader, conversationId)
  }

  #headOf(id: string | null, target: Target): string {
    const { whole, beforeId } =
      (target === undefined ? undefined : this.#heads[target]) ?? this.#firstHead
    return id === null ? whole : beforeId + headerLine('x-request-id', id)
  }
}

function sharedHead(plan: Pick<RequestPlan, 'url' | 'proxy' | 'headers' | 'method'>): SharedHead {
  const url = new URL(plan.url)
  const { target, headers: forProxy } = forwardingOf(url, proxyOf(plan))
  const headers = { ...withHost(url.host, plan.headers), ...forProxy }
  const requestLine = `${plan.method} ${target} HTTP/1.1\r\n`
  return {
    whole: requestLine + headerLines(headers),
    beforeId: requestLine + headerLines(without('x-request-id', headers)),
  }
}

function withHost(host: string, headers: Headers): Headers {
  return { ...headers, ...(!has('host', headers) && { host }) }
}

function has(name: string, headers: Headers): boolean {
  return Object.keys(headers).some((each) => each.toLowerCase() === name)
}

function without(name: string, headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each.toLowerCase() !== name))
}

function headerLines(headers: Headers): string {
  return Object.entries(headers)
    .map(([name, value]) => headerLine(name, value))
    .join('')
}

function headerLine(name: string, value: string): string {
  requireSendable(name, value)
  return `${name}: ${value}\r\n`
}
