// Anything thrown, as data for another process; a message not written for users reveals no secret.
import { mapTexts } from '#core/messages/message.ts'
import { toWire, type AppErrorWire } from '#contract/app-error.ts'
import { withoutSecrets } from './known-secrets.ts'

export function tellable(error: unknown): AppErrorWire {
  const wire = toWire(error)
  return { ...wire, message: mapTexts(wire.message, withoutSecrets) }
}
