// Conduct of a client beyond sending each request once and reading its response to the end. Features bring it.
import type { LoadPlan } from '#contract/load-protocol.ts'
import type { RequestError } from '#core/records/request-record.ts'

/** Requests that the client cancels by intent: seconds after sending, or after tokens of the response. */
export type ClientCut = Readonly<{
  unit: 's' | 'tok'
  amount: number
  error: RequestError
  isChosen(index: number): boolean
}>

export type RequestConduct = Readonly<{
  /** Null if no request is cancelled. */
  cutOf?: (conduct: NonNullable<LoadPlan['conduct']>) => ClientCut | null
}>
