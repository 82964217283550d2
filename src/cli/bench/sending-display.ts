// Shows upload progress to a host and the number of prepared prompts on standard error: a line redrawn in place on a terminal, an
// occasional line elsewhere.
import { message, type Message, sentences, type Text, textIn } from '#core/messages/message.ts'
import type { PreparedPrompts, SentBytes } from '#core/model/run/benchmark-step.ts'
import type { Terminal } from '../command.ts'

type SendingDisplay = Readonly<{
  show(sent: SentBytes): void
  prepared(prompts: PreparedPrompts): void
  /** Call before printing anything else. */
  end(): void
}>

/** Interval of lines in a log. */
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
    const draw = (text: Text) => {
      isDrawn = true
      terminal.draw(`\r${textIn(terminal.language, text)}\u001b[K`)
    }
    return {
      show(sent) {
        tell(sent)
        draw(remoteText(sent))
      },
      prepared: (prompts) => draw(message('runs.promptsPrepared', prompts)),
      end() {
        if (isDrawn) terminal.draw('\r\u001b[K')
        isDrawn = false
      },
    }
  }
  const note = (text: Text) => {
    if (performance.now() < nextAtMs) return
    nextAtMs = performance.now() + quietMs
    terminal.note(text)
  }
  return {
    show(sent) {
      tell(sent)
      note(remoteText(sent))
    },
    prepared: (prompts) => note(message('runs.promptsPrepared', prompts)),
    end: () => undefined,
  }
}

function isSent(host: string, bytes: number): Text {
  return sentences([
    message('cli.noNode', { host }),
    message('cli.nodeIsSent', { size: megabytes(bytes) }),
  ])
}

/** Called before anything is started. */
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
