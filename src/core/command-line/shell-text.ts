// Words as a shell reads them back. The one place that quotes: sh, bash, dash, zsh and fish all understand it.
import { appError, type AppError } from '#core/model/app-error.ts'

/** zsh takes a leading `=` for a path and fish a leading `%` for a process, so those are quoted. */
const plainWord = /^[\w@+:,./-][\w@%+=:,./-]*$/

/** Quotation marks and backslashes are placed outside the quotes, because fish interprets `\` inside them and other shells do not. */
const pieces = /['\\]|[^'\\]+/g

export function shellArgument(word: string): string {
  if (word.includes('\0')) throw unspeakable(word)
  if (word === '') return "''"
  if (plainWord.test(word)) return word
  return word.replaceAll(pieces, (piece) => (/^['\\]$/.test(piece) ? `\\${piece}` : `'${piece}'`))
}

export function shellText(args: readonly string[]): string {
  return args.map(shellArgument).join(' ')
}

function unspeakable(word: string): AppError {
  return appError('invalid-input', 'launch.zeroByte', { word: JSON.stringify(word) })
}
