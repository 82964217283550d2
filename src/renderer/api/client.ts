// The typed client of the application's API, over any transport.
import type { appApi } from '#contract/app-api.ts'
import { createORPCClient, type ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { inject, type InjectionKey } from 'vue'

export type AppClient = ContractRouterClient<typeof appApi>

/** Link for calls without a context. */
export type AppLink = ClientLink<Record<never, never>>

export const clientKey: InjectionKey<AppClient> = Symbol('client')

export function createAppClient(link: AppLink): AppClient {
  return createORPCClient(link)
}

/** Returns the client; call it in the setup of a component or a store. */
export function useClient(): AppClient {
  const client = inject(clientKey)
  if (client === undefined) throw new Error('no client was provided to the application')
  return client
}
