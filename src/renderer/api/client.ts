// The application as the window calls it: every entry of the contract, typed, whatever carries it.
import type { appApi } from '#contract/app-api.ts'
import { createORPCClient, type ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { inject, type InjectionKey } from 'vue'

export type AppClient = ContractRouterClient<typeof appApi>

/** A call in need of no context. */
export type AppLink = ClientLink<Record<never, never>>

export const clientKey: InjectionKey<AppClient> = Symbol('client')

export function createAppClient(link: AppLink): AppClient {
  return createORPCClient(link)
}

/** In a component's setup or a store's. */
export function useClient(): AppClient {
  const client = inject(clientKey)
  if (client === undefined) throw new Error('no client was provided to the application')
  return client
}
