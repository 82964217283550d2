// Handlers of a part of the contract, from one function per call.
import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import { implement, type Router } from '@orpc/server'
import { joined } from '#core/messages/joined-catalogue.ts'
import type { AllOf } from '#core/messages/template.ts'
import type { Database } from '#node/storage/database.ts'
import type { RunRepository } from './run-repository.ts'

type Handler<Call extends AnyContractProcedure> = (
  input: InferSchemaOutput<NonNullable<Call['~orpc']['inputSchema']>>,
  signal: AbortSignal | undefined,
) => Awaitable<InferSchemaInput<NonNullable<Call['~orpc']['outputSchema']>>>

type Awaitable<Value> = Value | Promise<Value>

type Calls = Readonly<Record<string, AnyContractProcedure>>

type Handlers<Api extends Calls> = { readonly [Name in keyof Api]: Handler<Api[Name]> }

type RunTools = Readonly<{ database: Database; runRepository: RunRepository }>

/** Handlers of the calls that a feature adds to those about runs. */
export type OpenHandlers<Api extends Calls> = (tools: RunTools) => Handlers<Api>

/** Handlers of all features. */
export function featureHandlers<
  Features extends Readonly<Record<string, (tools: RunTools) => object>>,
>(features: Features, tools: RunTools) {
  const opened = Object.values(features).map((open) => open(tools))
  return joined(...opened) as AllOf<ReturnType<Features[keyof Features]>> & object
}

export function handlers<Api extends Calls>(
  api: Api,
  functions: Handlers<Api>,
): Router<Api, Record<never, never>> {
  const implemented = Object.entries(api).map(([name, call]) => {
    const answer = functions[name] as Handler<AnyContractProcedure>
    return [name, implement(call).handler(({ input, signal }) => answer(input, signal))]
  })
  return Object.fromEntries(implemented) as Router<Api, Record<never, never>>
}
