// The application as code in its own process calls it: every entry of the contract, without a transport in between.
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient } from '@orpc/server'
import type { AppApi } from '#contract/app-api.ts'
import type { Application } from './create-application.ts'

export type Client = ContractRouterClient<AppApi>

export function clientOf({ router }: Pick<Application, 'router'>): Client {
  return createRouterClient(router)
}
