// Handlers of a part of the contract, from one function per call.
import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import { implement, type Router } from '@orpc/server'

type Handler<Call extends AnyContractProcedure> = (
  input: InferSchemaOutput<NonNullable<Call['~orpc']['inputSchema']>>,
  signal: AbortSignal | undefined,
) => Awaitable<InferSchemaInput<NonNullable<Call['~orpc']['outputSchema']>>>

type Awaitable<Value> = Value | Promise<Value>

type Calls = Readonly<Record<string, AnyContractProcedure>>

export function handlers<Api extends Calls>(
  api: Api,
  functions: { readonly [Name in keyof Api]: Handler<Api[Name]> },
): Router<Api, Record<never, never>> {
  const implemented = Object.entries(api).map(([name, call]) => {
    const answer = functions[name] as Handler<AnyContractProcedure>
    return [name, implement(call).handler(({ input, signal }) => answer(input, signal))]
  })
  return Object.fromEntries(implemented) as Router<Api, Record<never, never>>
}
