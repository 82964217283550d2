// Helpers for tests of files that other tools wrote.
import { inEnglish } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { readResult } from './read-result.ts'
import { splitResults } from './split-results.ts'

export const readAll = (text: string) =>
  [...splitResults(text)].map((written) => readResult(written))

/** Sentence and remedy of the first problem. */
export function refusal(text: string): string {
  try {
    readAll(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, remedy } = error.content
    return [message, ...(remedy ? [remedy] : [])].map(inEnglish).join(' ')
  }
  return ''
}
