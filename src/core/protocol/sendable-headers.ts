// Which headers a request can carry, and which of them are not the user's to set.
import { message, type Message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

/** A token of RFC 9110. */
const sendableName = /^[!#$%&'*+.^_`|~\w-]+$/
/** Tabs, spaces and visible characters, of one byte each. */
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/
/** Set by the client: with another value the server would wait for something else than what is sent. */
const framing: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'expect'])

/** Throws AppError when the header cannot be sent. */
export function requireSendable(name: string, value: string): void {
  if (!sendableName.test(name) || !sendableValue.test(value)) {
    throw unsendable(
      name,
      message('runs.headerCharacters'),
      message('runs.headerCharacters.remedy'),
    )
  }
  if (framing.has(name.toLowerCase())) {
    throw unsendable(name, message('runs.headerLength'), message('runs.headerLength.remedy'))
  }
}

/** The value may be a secret: it is not repeated. */
function unsendable(name: string, problem: Message, remedy: Message): AppError {
  const shown = name.replaceAll(/[^\x20-\x7e]/g, '?')
  return new AppError('invalid-input', message('runs.badHeader', { name: shown, problem }), {
    field: 'header',
    remedy,
  })
}
