// The application's news, for a command that drives it in its own process.
import type { AppEvent } from '#contract/app-events.ts'
import type { Client } from '../client-of.ts'

type Listener = (event: AppEvent) => void

export type News = Readonly<{
  /** Returns the way to stop listening. */
  on(listener: Listener): () => void
  close(): void
}>

/** Hears everything that happens once this has resolved. */
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

/** Resolves at the first event that satisfies `isIt`, or when the signal aborts; earlier events are not tested. */
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
