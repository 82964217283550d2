// Access to the application within its own process: all calls of the contract without a transport, and its events.
import type { AppEvent } from '#contract/app-events.ts'
import type { ContractRouterClient } from '@orpc/contract'
import { createRouterClient, ORPCError } from '@orpc/server'
import type { AppApi } from '#contract/app-api.ts'
import { appErrorWireSchema, fromWire } from '#contract/app-error.ts'
import type { AppRouter } from '../router.ts'

type Listener = (event: AppEvent) => void

export type News = Readonly<{
  /** Returns a function that stops listening. */
  on(listener: Listener): () => void
  close(): void
}>

/** Receives every event after this promise resolves. */
export async function followNews(client: Client): Promise<News> {
  const listeners = new Set<Listener>()
  const controller = new AbortController()
  const events = await client.app.events(undefined, { signal: controller.signal })
  void deliver(events, listeners)
  return {
    on(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => controller.abort(),
  }
}

async function deliver(
  events: AsyncIterable<AppEvent>,
  listeners: ReadonlySet<Listener>,
): Promise<void> {
  for await (const event of events) for (const listener of listeners) listener(event)
}

/** Resolves at the first event that satisfies `isIt`, or when the signal aborts; ignores earlier events. */
export function untilNews(
  news: News,
  isIt: (event: AppEvent) => boolean,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      stop()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const stop = news.on((event) => {
      if (isIt(event)) end()
    })
    signal?.addEventListener('abort', end)
  })
}

export type Client = ContractRouterClient<AppApi>

/** Calls reject with an `AppError`, like the code they reach. */
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

/** Restores the data of the error, as a transport would. */
function thrown(error: unknown): unknown {
  const wire = error instanceof ORPCError ? appErrorWireSchema.safeParse(error.data) : null
  if (wire?.success !== true || wire.data.code === 'internal') return error
  return Object.assign(fromWire(wire.data), { data: wire.data })
}
