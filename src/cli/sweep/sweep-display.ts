// A running sweep on a terminal: a table that grows by a row per point, and below it the current point.
import type { LoadProgress } from '#contract/load-protocol.ts'
import { message, type Text } from '#core/messages/message.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { durationText } from '#core/base/duration-text.ts'
import { growingTable } from '#core/documents/text-table.ts'
import { sweepColumns, type SweepTextRow } from '#core/documents/sweep-rows.ts'
import { progressBar, progressSentence } from '../bench/progress-line.ts'
import type { Terminal } from '../command.ts'

type Underway = Readonly<{
  /** `3/18`, or `4` for a search. */
  position: string
  progress: LoadProgress
  /** Remaining seconds of the whole sweep; null while unknown. */
  leftS: number | null
}>

export type SweepDisplay = Readonly<{
  row(row: SweepTextRow): void
  /** Prints a line of the sweep's log. */
  log(line: Text): void
  underway(underway: Underway): void
  /** Shows the progress of an upload to a host, 0 to 1. */
  sending(share: number): void
  end(): void
}>

export function sweepDisplay(sweep: Sweep, terminal: Terminal): SweepDisplay {
  const table = growingTable(sweepColumns(sweep), terminal.outputLanguage)
  const line = terminal.isScreen ? redrawnLine(terminal) : occasionalLine(terminal)
  let hasHead = false
  return {
    row(row) {
      line.clear()
      if (!hasHead) terminal.print(`\n${table.head}`)
      hasHead = true
      terminal.print(table.line(row))
    },
    log(text) {
      line.clear()
      terminal.note(message('cli.logLine', { text }))
    },
    underway: line.show,
    sending: line.sending,
    end: line.clear,
  }
}

type Line = Readonly<{
  show(underway: Underway): void
  sending(share: number): void
  clear(): void
}>

function redrawnLine({ draw, columns }: Terminal): Line {
  return {
    show({ position, progress, leftS }) {
      const left = leftS === null ? '' : `  ${durationText(leftS)} left in all`
      const head = `${position}  `
      const room = columns - 1 - head.length - left.length
      draw(`\r${head}${progressBar(progress, room)}${left}\u001b[K`)
    },
    sending: (share) => draw(`\r${sendingText(share)}\u001b[K`),
    clear: () => draw('\r\u001b[K'),
  }
}

/** Seconds between two progress lines in a log. */
const quietS = 10

function occasionalLine({ note }: Terminal): Line {
  let position = ''
  let nextAtS = quietS
  return {
    show(underway) {
      if (underway.position !== position) nextAtS = quietS
      position = underway.position
      const { progress, leftS } = underway
      if (progress.elapsedS < nextAtS) return
      nextAtS = progress.elapsedS + quietS
      const sentence = { position, progress: progressSentence(progress) }
      note(
        leftS === null
          ? message('cli.atPosition', sentence)
          : message('cli.leftInAll', { ...sentence, time: durationText(leftS) }),
      )
    },
    sending(share) {
      if (share === 1) note(sendingText(share))
    },
    clear: () => undefined,
  }
}

function sendingText(share: number): string {
  return `Node is sent to the host: ${Math.floor(share * 100)} %`
}
