// Termination signals: the first one requests a clean end with the results so far, the second ends the program immediately.
// Senders of all signals but Ctrl-C wait only a few seconds.
import { once } from 'node:events'
import { constants } from 'node:os'

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type EndingSignal = (typeof endingSignals)[number]

/** One key press may arrive twice within this time: from the terminal, and forwarded by the launcher. */
const echoMs = 250

class InterruptedError extends DOMException {
  readonly signal: EndingSignal

  constructor(signal: EndingSignal) {
    super(`The program received ${signal}.`, 'AbortError')
    this.signal = signal
  }
}

/** Whether the sender of the signal expects the process to end within seconds. */
export function isTerminated({ reason }: AbortSignal): boolean {
  return reason instanceof InterruptedError && reason.signal !== 'SIGINT'
}

/** 128 plus the number of the signal, as shells report it. */
export function interruptCode({ reason }: AbortSignal): number {
  return codeOf(reason instanceof InterruptedError ? reason.signal : 'SIGINT')
}

function codeOf(signal: EndingSignal): number {
  return 128 + constants.signals[signal]
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

export function watchInterrupts(): AbortSignal {
  const controller = new AbortController()
  let firstAtMs = 0
  function interrupt(signal: EndingSignal): void {
    if (!controller.signal.aborted) {
      firstAtMs = performance.now()
      controller.abort(new InterruptedError(signal))
    } else if (performance.now() - firstAtMs > echoMs) {
      process.exit(codeOf(signal))
    }
  }
  for (const signal of endingSignals) {
    process.on(signal, () => interrupt(signal))
  }
  watchLauncher(() => interrupt('SIGHUP'))
  return controller.signal
}

/** bin/kneepoint starts this process on a newer Node; its channel closes however it ends, even by SIGKILL. */
function watchLauncher(onGone: () => void): void {
  const isLaunched = process.env['KNEEPOINT_LAUNCHED'] !== undefined
  delete process.env['KNEEPOINT_LAUNCHED']
  if (!isLaunched || process.channel === undefined) return
  process.once('disconnect', onGone)
  process.channel?.unref()
}
