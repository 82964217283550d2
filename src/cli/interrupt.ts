// Ctrl-C: the first asks for a clean end with what there is, the second ends the program at once.
import { exitCodes } from './exit.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

export function watchInterrupts(): AbortSignal {
  const controller = new AbortController()
  for (const signal of signals) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(exitCodes.interrupted)
      controller.abort()
    })
  }
  return controller.signal
}
