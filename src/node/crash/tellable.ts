// Converts anything thrown to data for another process; a message not written for users reveals no secret. Separate from
// last-words.ts, because code loaded at every start must not load schemas: they take 10 ms.
import { mapTexts } from '#core/messages/message.ts'
import { toWire, type AppErrorWire } from '#contract/app-error.ts'
import { withoutSecrets } from './known-secrets.ts'

export function tellable(error: unknown): AppErrorWire {
  const wire = toWire(error)
  return { ...wire, message: mapTexts(wire.message, withoutSecrets) }
}
