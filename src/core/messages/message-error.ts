// Errors whose text is a message. `message` is its English text, for logs and files.
import { inEnglish, type Text } from './message.ts'

export type ErrorContent = Readonly<{ message: Text; remedy: Text | null }>

export class MessageError extends Error {
  readonly content: ErrorContent

  constructor(
    message: Text,
    { remedy = null, cause }: { remedy?: Text | null; cause?: unknown } = {},
  ) {
    super(inEnglish(message), cause === undefined ? undefined : { cause })
    this.content = { message, remedy }
  }
}

/** Text of anything thrown: its message if it has one, else its string. */
export function textOf(error: unknown): Text {
  return contentOf(error).message
}

export function contentOf(error: unknown): ErrorContent {
  if (error instanceof MessageError) return error.content
  return { message: error instanceof Error ? error.message : String(error), remedy: null }
}
