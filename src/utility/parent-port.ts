// The port to the parent process: Electron's parent port where there is one, else Node's fork channel.
import type { ParentPort } from '#contract/app-events.ts'

/** What Electron puts on `process` in a utility process; its types are Electron's and not known here. */
type ElectronParentPort<Incoming> = {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: Incoming }) => void): void
}

export function parentPort<Outgoing, Incoming>(): ParentPort<Outgoing, Incoming> {
  // Ctrl-C in a terminal reaches every process of a command; what it means for us is the parent's to say.
  process.on('SIGINT', () => undefined)
  if (isUtilityProcess<Incoming>(process)) {
    const port = process.parentPort
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    }
  }
  // What stops a whole process group, as `timeout`, init systems and a closed terminal do, reaches us beside the parent, which ends us in order.
  process.on('SIGTERM', () => undefined)
  process.on('SIGHUP', () => undefined)
  // The parent is gone and cannot read our messages; Electron ends its own children likewise.
  process.on('disconnect', () => process.exit())
  return {
    // Subtle: without a listener of its own, a message that finds the channel just broken ends us with a stack trace.
    post: (message) => process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', listener),
  }
}

function isUtilityProcess<Incoming>(
  host: object,
): host is { readonly parentPort: ElectronParentPort<Incoming> } {
  return 'parentPort' in host && typeof host.parentPort === 'object' && host.parentPort !== null
}
