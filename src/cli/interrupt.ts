// Ctrl-C: the first asks for a clean end with what there is, the second ends the program at once.
import { exitCodes } from './exit.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** One key press may arrive twice within this time: from the terminal, and passed on by the launcher. */
const echoMs = 250

export function watchInterrupts(): AbortSignal {
  const controller = new AbortController()
  let firstAtMs = 0
  for (const signal of signals) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        firstAtMs = performance.now()
        controller.abort()
      } else if (performance.now() - firstAtMs > echoMs) {
        process.exit(exitCodes.interrupted)
      }
    })
  }
  return controller.signal
}
