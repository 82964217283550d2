// The application as code in its own process calls it: every entry of the contract, without a transport in between.
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient, ORPCError } from '@orpc/server'
import type { AppApi } from '#contract/app-api.ts'
import { appErrorWireSchema, fromWire } from '#contract/app-error.ts'
import type { AppRouter } from './router.ts'

export type Client = ContractRouterClient<AppApi>

/** Calls reject with an `AppError`, as the code that they reach does. */
export function clientOf({ router }: Readonly<{ router: AppRouter }>): Client {
  return createRouterClient(router, {
    interceptors: [
      async (call) => {
        try {
          return await call.next()
        } catch (error) {
          throw thrown(error)
        }
      },
    ],
  })
}

/** With the data beside it that a call over a transport has. */
function thrown(error: unknown): unknown {
  const wire = error instanceof ORPCError ? appErrorWireSchema.safeParse(error.data) : null
  if (wire?.success !== true || wire.data.code === 'internal') return error
  return Object.assign(fromWire(wire.data), { data: wire.data })
}
