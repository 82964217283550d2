// Port to the parent process: Electron's parent port if there is one, otherwise Node's fork channel.
import type { ParentPort } from '#contract/app-events.ts'

/** Property that Electron adds to `process` in a utility process. Its types are Electron's and unavailable here. */
type ElectronParentPort<Incoming> = {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: Incoming }) => void): void
}

export function parentPort<Outgoing, Incoming>(): ParentPort<Outgoing, Incoming> {
  // Ctrl-C in a terminal signals every process of a command; the parent decides the reaction.
  process.on('SIGINT', () => undefined)
  if (isUtilityProcess<Incoming>(process)) {
    const port = process.parentPort
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    }
  }
  // `timeout`, init systems and a closed terminal signal the whole process group, including the parent, which then ends this
  // process in order.
  process.on('SIGTERM', () => undefined)
  process.on('SIGHUP', () => undefined)
  // Exits without its parent, because nothing reads its output; Electron ends its own children the same way.
  process.on('disconnect', () => process.exit())
  return {
    // Subtle: without a callback, a message to a channel that just broke would end this process with a stack trace.
    post: (message) => process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', listener),
  }
}

function isUtilityProcess<Incoming>(
  host: object,
): host is { readonly parentPort: ElectronParentPort<Incoming> } {
  return 'parentPort' in host && typeof host.parentPort === 'object' && host.parentPort !== null
}
