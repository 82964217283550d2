// A warning about how a run was measured: in English for files, and as the message that other languages render.
import { z } from 'zod'
import { inEnglish, mapTexts, type Text } from '../../messages/message.ts'
import { textSchema } from '../../messages/text-schema.ts'

export const runWarningSchema = z.object({
  text: z.string(),
  /** Null if this version does not know the message, as in a bundle of a later one. */
  message: textSchema.nullable().catch(null),
})

export type RunWarning = z.infer<typeof runWarningSchema>

/** `redact` is applied to every text that is not a message. */
export function runWarning(warning: Text, redact: (text: string) => string): RunWarning {
  const message = mapTexts(warning, redact)
  return { text: inEnglish(message), message }
}
