// The terminal this process runs in.
import type { Terminal } from './command.ts'

const pageColumns = 100

export function ownTerminal(interrupted: AbortSignal): Terminal {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnClosedPipe)
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    draw: (text) => void process.stderr.write(text),
    isScreen: process.stderr.isTTY,
    columns: Math.min(process.stdout.columns ?? process.stderr.columns ?? pageColumns, pageColumns),
    interrupted,
  }
}

/** The reader closed the pipe, as `head` does. */
function endOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}
