// Standard output and standard error: the only place where this program writes text to a terminal.
import { terminalText } from '#core/base/printable.ts'

type Target = NodeJS.WriteStream

/**
 * If the reader is gone or the disk is full, drops the rest: the command finishes and saves its work, and the exit code reports
 * the failure.
 */
class Output {
  readonly #target: Target
  readonly #closed = new AbortController()
  #failure: NodeJS.ErrnoException | null = null

  constructor(target: Target) {
    this.#target = target
    target.on('error', (error: NodeJS.ErrnoException) => this.#fail(error))
  }

  /** Aborts when nothing more can be written. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** Escapes control characters, so that foreign text cannot control the terminal. */
  print(text: string): void {
    this.#send(terminalText(text))
  }

  /** For our own control sequences, such as for a line redrawn in place. */
  draw(sequence: string): void {
    this.#send(sequence)
  }

  /** Part of a file. Resolves when more can be written. */
  async write(part: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#send(typeof part === 'string' ? terminalText(part) : part, resolve)
    })
  }

  /** Resolves with the first failure once everything is written, otherwise with null. */
  async settle(): Promise<NodeJS.ErrnoException | null> {
    await new Promise<void>((resolve) => {
      this.#send('', resolve)
    })
    return this.#failure
  }

  #send(data: string | Uint8Array, done: () => void = () => undefined): void {
    if (this.#failure !== null) {
      done()
      return
    }
    this.#target.write(data, (error) => {
      if (error) this.#fail(error)
      done()
    })
  }

  #fail(error: NodeJS.ErrnoException): void {
    this.#failure ??= error
    this.#closed.abort()
  }
}

export const standardOutput = new Output(process.stdout)
export const standardError = new Output(process.stderr)

/** 128 plus the number of SIGPIPE, as shells report it. */
export const pipeClosedCode = 141

/** The reader closed the pipe, as `head` does, or its terminal is closed. */
export function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO' || code === 'ERR_STREAM_DESTROYED'
}
