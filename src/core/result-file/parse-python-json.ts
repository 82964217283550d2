// JSON as Python writes it: its encoder leaves `Infinity` and `NaN` bare, which JSON does not know.
import { message } from '#core/messages/message.ts'
import { AppError } from '../model/app-error.ts'
import { mapOutsideStrings } from './outside-strings.ts'

/** `NaN` becomes null: it stands where there was nothing to measure. */
export function parsePythonJson(text: string): unknown {
  const bareWord = /\b(NaN|Infinity)\b/
  const strict = bareWord.test(text) ? mapOutsideStrings(text, withoutBareWords) : text
  try {
    return JSON.parse(strict)
  } catch (cause) {
    throw new AppError('invalid-input', message('files.notJson'), {
      remedy: message('files.unchangedResult'),
      cause,
    })
  }
}

/** JSON has no word for infinity, but numbers that overflow to it. */
function withoutBareWords(between: string): string {
  return between.replaceAll(/\bInfinity\b/g, '1e999').replaceAll(/\bNaN\b/g, 'null')
}
