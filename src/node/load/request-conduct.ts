// Conduct of a client beyond sending each request once and reading its response to the end. A feature brings it.
import type { LoadPlan, PlannedConduct } from '#contract/load-protocol.ts'
import type { RequestError, RequestRecord } from '#core/records/request-record.ts'
import type { Exchange, PlannedRequest } from './exchange.ts'

/** Requests that the client cancels by intent: seconds after sending, or after tokens of the response. */
export type ClientCut = Readonly<{
  unit: 's' | 'tok'
  amount: number
  error: RequestError
  isChosen(index: number): boolean
}>

/** Requests that ended and wait to be sent again. A waiting request keeps its slot. */
export interface ResendQueue {
  /** Part of a request that was not sent yet. */
  readonly first: Pick<PlannedRequest, 'rejected'>
  start(startUs: number): void
  /** The record of an ended request; null if it is sent again. */
  afterAttempt(exchange: Exchange, record: RequestRecord): RequestRecord | null
  /** Stops sending; returns the records of the requests that waited. */
  stop(): readonly RequestRecord[]
}

/** Each is null if the plan does not ask for it. */
export type RequestConduct = Readonly<{
  cutOf: (conduct: PlannedConduct) => ClientCut | null
  resendsOf: (plan: LoadPlan, resend: (planned: PlannedRequest) => void) => ResendQueue | null
}>
