// Shows progress on standard error: a bar that redraws itself on a screen, a line now and then elsewhere.
import type { LoadProgress } from '#contract/load-protocol.ts'
import type { Terminal } from '../command.ts'
import { progressBar, progressSentence } from './progress-line.ts'

/** Between two lines of a log. */
const quietS = 5

type ProgressDisplay = Readonly<{
  show(progress: LoadProgress): void
  /** Before anything else is printed. */
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
      // Erases what a longer line before left behind.
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
