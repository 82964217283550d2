// Anything thrown, as data for another process; a message not written for users reveals no secret.
// Apart from last-words.ts, because what every start loads must not load schemas: they take 10 ms of it.
import { mapTexts } from '#core/messages/message.ts'
import { toWire, type AppErrorWire } from '#contract/app-error.ts'
import { withoutSecrets } from './known-secrets.ts'

export function tellable(error: unknown): AppErrorWire {
  const wire = toWire(error)
  return { ...wire, message: mapTexts(wire.message, withoutSecrets) }
}
