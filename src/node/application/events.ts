// Events for every window. A slow window misses only events that a newer one supersedes.
import type { AppEvent } from '#contract/app-events.ts'

export type Events = Readonly<{
  publish(event: AppEvent): void
  /** Yields all events from this call on, until the signal aborts. */
  follow(signal: AbortSignal | undefined): AsyncGenerator<AppEvent, void>
}>

/** Maximum number of log lines in one event; older ones are read with the whole log. */
const mostLogLines = 1000

export function createEvents(): Events {
  const listeners = new Set<(event: AppEvent) => void>()
  return {
    publish(event) {
      for (const listener of listeners) listener(event)
    },
    follow(signal) {
      const news = createQueue()
      listeners.add(news.add)
      function stop(): void {
        listeners.delete(news.add)
        news.end()
      }
      signal?.addEventListener('abort', stop, { once: true })
      if (signal?.aborted) stop()
      return deliver(news, stop)
    },
  }
}

async function* deliver(news: Queue, stop: () => void): AsyncGenerator<AppEvent, void> {
  try {
    for (let event = await news.next(); event !== null; event = await news.next()) yield event
  } finally {
    stop()
  }
}

type Queue = Readonly<{
  add(event: AppEvent): void
  end(): void
  /** Waits for the oldest pending event; null once ended. */
  next(): Promise<AppEvent | null>
}>

/** Contains at most one event per subject, so it needs no limit. */
function createQueue(): Queue {
  const waiting = new Map<string, AppEvent>()
  let ended = false
  let wake = () => {}
  return {
    add(event) {
      const key = nounOf(event)
      const merged = mergeLog(waiting.get(key), event)
      waiting.delete(key)
      waiting.set(key, merged)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    async next() {
      while (!ended) {
        const [first] = waiting
        if (first !== undefined) {
          waiting.delete(first[0])
          return first[1]
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
      return null
    },
  }
}

/** Appends log lines, because log events contain only new lines. */
function mergeLog(earlier: AppEvent | undefined, event: AppEvent): AppEvent {
  if (event.type === 'sweep-log' && earlier?.type === 'sweep-log') {
    return { ...event, entries: [...earlier.entries, ...event.entries] }
  }
  if (event.type !== 'server-log' || earlier?.type !== 'server-log') return event
  return { ...event, lines: [...earlier.lines, ...event.lines].slice(-mostLogLines) }
}

/** Subject of an event: a later event replaces a pending one with the same subject. */
function nounOf(event: AppEvent): string {
  return `${event.type.replace(/-(?:removed|closed)$/, '')} ${idOf(event)}`
}

function idOf(event: AppEvent): string {
  if ('id' in event) return event.id
  if ('runId' in event) return event.runId
  if ('snapshot' in event) return event.snapshot.runId
  if ('question' in event) return event.question.id
  if ('host' in event) return event.host.id
  if ('profile' in event) return event.profile.id
  if ('server' in event) return event.server.id
  if ('run' in event) return event.run.id
  if ('sweep' in event) return event.sweep.id
  if ('calibration' in event) return event.calibration.id
  // These subjects are unique.
  return ''
}
