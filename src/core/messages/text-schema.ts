// Schemas of texts that cross a process border or are stored. Stored texts keep their English form for files, beside the message.
import { z } from 'zod'
import { languageRecords } from './language-records.ts'
import type { Message, MessageId, Text } from './message.ts'

const idSchema = z.custom<MessageId>(
  (value) => typeof value === 'string' && value in languageRecords.en.catalogue,
)

const messageSchema: z.ZodType<Message> = z.lazy(() =>
  z.object({ id: idSchema, params: z.record(z.string(), z.union([z.number(), textSchema])) }),
)

export const textSchema: z.ZodType<Text> = z.union([z.string(), messageSchema])

/** Message of a stored English text; absent if an earlier version stored the text, or if this version does not know the message. */
export const storedMessageSchema = textSchema.optional().catch(undefined)

/** English text of a failure and its remedy, and both as messages. */
export const storedFailureSchema = z.object({
  message: z.string(),
  remedy: z.string().nullable(),
  content: z
    .object({ message: textSchema, remedy: textSchema.nullable() })
    .optional()
    .catch(undefined),
})
