// Messages about ignored parts of pasted text.
import { listed, type MessageWithRemedy, remedied } from '#core/messages/message.ts'
import type { PastedProgram, UnknownArgument } from './paste-program.ts'

/** Maximum number of parts named in the message. */
const mostNamed = 6

export function pasteNotes(
  { leftOut, others }: Pick<PastedProgram, 'leftOut' | 'others'>,
  unknown: readonly UnknownArgument[],
): readonly MessageWithRemedy[] {
  return [
    ...unknown.map(({ flag, text }) =>
      flag === null
        ? remedied('paste.unknownArgument', { text })
        : remedied('paste.unknownValue', { flag, text }),
    ),
    ...(leftOut.length === 0 ? [] : [remedied('paste.leftOut', { texts: named(leftOut) })]),
    ...(others === 0 ? [] : [remedied('paste.others', { count: others })]),
  ]
}

function named(texts: readonly string[]) {
  const shown = texts.slice(0, mostNamed).map((text) => `"${text}"`)
  return listed(texts.length > mostNamed ? [...shown, '…'] : shown)
}
