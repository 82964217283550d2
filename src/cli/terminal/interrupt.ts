// Ctrl-C: the first asks for a clean end with what there is, the second ends the program at once. SIGTERM likewise, but
// without waiting for what takes long.
import { exitCodes } from '../exit.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** One key press may arrive twice within this time: from the terminal, and passed on by the launcher. */
const echoMs = 250

/** Why the program was interrupted, where it must end soon. */
class TerminatedError extends DOMException {
  constructor() {
    super('The program is to end.', 'AbortError')
  }
}

/** Whether whatever sent the signal expects an end within seconds. */
export function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof TerminatedError
}

export function watchInterrupts(): AbortSignal {
  const controller = new AbortController()
  let firstAtMs = 0
  for (const signal of signals) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        firstAtMs = performance.now()
        controller.abort(signal === 'SIGTERM' ? new TerminatedError() : undefined)
      } else if (performance.now() - firstAtMs > echoMs) {
        process.exit(exitCodes.interrupted)
      }
    })
  }
  return controller.signal
}
