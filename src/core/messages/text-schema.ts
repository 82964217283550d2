// Schema of texts that cross a process border or are stored with their English form.
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
