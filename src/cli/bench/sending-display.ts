// Shows on standard error how far what goes to a host is: a line that redraws itself on a screen, one now and then
// elsewhere.
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
        terminal.draw(`\r${remoteText(sent)}\u001b[K`)
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

function isSent(hostName: string, bytes: number): string {
  return `${noNode(hostName)} Ours is sent there, once (${sizeText(bytes)}; Ctrl-C ends it).`
}

/** Before anything is started. */
export function willBeSent(hostName: string, bytes: number): string {
  return `${noNode(hostName)} Ours will be sent there before the first run, once (${sizeText(bytes)}).`
}

function noNode(hostName: string): string {
  return `No Node was found on ${hostName} that the load generator runs on.`
}

function sizeText(bytes: number): string {
  return `${megabytes(bytes)} MB, packed less than half`
}

function remoteText({ sentBytes, totalBytes }: SentBytes): string {
  return `  ${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB sent`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
