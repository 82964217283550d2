// Shows progress on standard error: a bar redrawn in place on a terminal, an occasional line elsewhere.
import type { LoadProgress } from '#contract/load-protocol.ts'
import type { Terminal } from '../command.ts'
import { progressBar, progressSentence } from './progress-line.ts'

/** Interval of lines in a log. */
const quietS = 5

type ProgressDisplay = Readonly<{
  show(progress: LoadProgress): void
  /** Call before printing anything else. */
  end(): void
}>

export const noProgress: ProgressDisplay = { show: () => undefined, end: () => undefined }

export function progressDisplay(terminal: Terminal): ProgressDisplay {
  return terminal.isScreen ? screenDisplay(terminal) : logDisplay(terminal)
}

function screenDisplay({ draw, columns }: Terminal): ProgressDisplay {
  let drawn = false
  return {
    show(progress) {
      // Erases the rest of a longer previous line.
      draw(`\r${progressBar(progress, columns - 1)}\u001b[K`)
      drawn = true
    },
    end() {
      if (drawn) draw('\n')
      drawn = false
    },
  }
}

function logDisplay({ note }: Terminal): ProgressDisplay {
  let nextAtS = quietS
  return {
    show(progress) {
      if (progress.elapsedS < nextAtS) return
      note(progressSentence(progress))
      nextAtS = progress.elapsedS + quietS
    },
    end: () => undefined,
  }
}
