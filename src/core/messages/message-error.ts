// Errors whose text is a message. `message` is its English text, as logs and files show it.
import { inEnglish, type Text } from './message.ts'

/** What an error states: what happened, and what to do about it. */
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

/** Of anything thrown, what it states: a message where it has one, else its text. */
export function textOf(error: unknown): Text {
  return contentOf(error).message
}

export function contentOf(error: unknown): ErrorContent {
  if (error instanceof MessageError) return error.content
  return { message: error instanceof Error ? error.message : String(error), remedy: null }
}
