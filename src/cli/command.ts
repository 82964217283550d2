// What a command gets and returns: its arguments, a terminal, a signal to stop; an exit code.
import type { CommandShape } from '#core/command-line/complete.ts'
import type { Text } from '#core/messages/message.ts'
import type { Language } from '#core/messages/languages.ts'

export type Terminal = Readonly<{
  /** Results: one or more lines to standard output. */
  print(text: Text): void
  /** Part of a file to standard output. Resolves when there is capacity for more. */
  write(part: string | Uint8Array): Promise<void>
  /** Everything else: one or more lines to standard error. */
  note(text: Text): void
  /** Raw bytes to standard error, for a line that redraws itself. */
  draw(text: string): void
  /** Of what goes to standard error. */
  language: Language
  /** Of what goes to standard output: English where a program may read it, unless another one was asked for. */
  outputLanguage: Language
  /** Whether standard error is a screen a line can redraw itself on. */
  isScreen: boolean
  /** Width of the screen, or of a page where there is none. */
  columns: number
  /** Aborted when nothing reads standard output any more; commands that only print end then. */
  outputClosed: AbortSignal
  /** Aborted by the first signal that asks for the end; the second ends the program at once. */
  interrupted: AbortSignal
}>

/** Resolves with the exit code; failures that were expected are thrown as AppError. */
export type Command = ((args: readonly string[], terminal: Terminal) => Promise<number>) & {
  /** For shells, which complete its arguments. */
  readonly shape?: CommandShape
}
