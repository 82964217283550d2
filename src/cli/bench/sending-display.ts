// Shows on standard error how far what goes to a host is: a line that redraws itself on a screen, one now and then
// elsewhere.
import { sentences } from '#core/messages/joined.ts'
import { message, textIn, type Message, type Text } from '#core/messages/message.ts'
import type { SentBytes } from '#core/model/run/benchmark-step.ts'
import type { Terminal } from '../command.ts'

type SendingDisplay = Readonly<{
  show(sent: SentBytes): void
  /** Before anything else is printed. */
  end(): void
}>

/** Between two lines of a log. */
const quietMs = 10_000

export function sendingDisplay(hostName: string, terminal: Terminal): SendingDisplay {
  let isReported = false
  let isDrawn = false
  let nextAtMs = performance.now() + quietMs
  function tell({ totalBytes }: SentBytes): void {
    if (!isReported) terminal.note(isSent(hostName, totalBytes))
    isReported = true
  }
  if (terminal.isScreen) {
    return {
      show(sent) {
        tell(sent)
        isDrawn = true
        terminal.draw(`\r${textIn(terminal.language, remoteText(sent))}\u001b[K`)
      },
      end() {
        if (isDrawn) terminal.draw('\r\u001b[K')
        isDrawn = false
      },
    }
  }
  return {
    show(sent) {
      tell(sent)
      if (performance.now() < nextAtMs) return
      nextAtMs = performance.now() + quietMs
      terminal.note(remoteText(sent))
    },
    end: () => undefined,
  }
}

function isSent(host: string, bytes: number): Text {
  return sentences([
    message('cli.noNode', { host }),
    message('cli.nodeIsSent', { size: megabytes(bytes) }),
  ])
}

/** Before anything is started. */
export function willBeSent(host: string, bytes: number): Text {
  return sentences([
    message('cli.noNode', { host }),
    message('cli.nodeWillBeSent', { size: megabytes(bytes) }),
  ])
}

function remoteText({ sentBytes, totalBytes }: SentBytes): Message {
  return message('cli.sentOf', { sent: megabytes(sentBytes), all: megabytes(totalBytes) })
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
