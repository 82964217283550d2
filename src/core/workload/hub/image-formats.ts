// Rows that show or play something along with the prompt.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { sharedConversation } from './answered-formats.ts'
import type { HubFormat, ImageSource } from './hub-row.ts'
import { codePrompt, parseRow } from './text-formats.ts'

/** Tables hold the file and its name; rows of text its path or address. */
const imageSchema = z.union(
  [
    z.string(),
    z.object({ bytes: z.instanceof(Uint8Array) }).transform(({ bytes }) => bytes),
    z.object({ path: z.string() }).transform(({ path }) => path),
  ],
  { error: () => inEnglish(message('workload.imageField')) },
) satisfies z.ZodType<ImageSource>

const withImages: HubFormat = { ...codePrompt, template: 'never' }

const messageSchema = z.object({ content: z.string() })
const firstMessageSchema = z.tuple([z.tuple([messageSchema]).rest(z.unknown())]).rest(z.unknown())
const imagesSchema = z.tuple([imageSchema]).rest(z.unknown())
const chatSchema = z.object({ conversation: firstMessageSchema, images: imagesSchema })
const benchSchema = z.object({ turns: firstMessageSchema, images: imagesSchema })

export const visionArenaChat: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { conversation, images } = parseRow(chatSchema, row, where)
    return { text: conversation[0][0].content, image: images[0] }
  },
}

export const visionArenaBench: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { turns, images } = parseRow(benchSchema, row, where)
    return { text: turns[0][0].content, image: images[0] }
  },
}

const imageQuestionSchema = z.object({ question: z.string().default(''), image: imageSchema })

export const imageQuestion: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { question, image } = parseRow(imageQuestionSchema, row, where)
    return { text: withoutOptions(question), image: image }
  },
}

function withoutOptions(question: string): string {
  return (question.split('Options:')[0] ?? '').trim()
}

const videoQuestionSchema = z.object({
  question: z.string(),
  choices: z.record(z.string(), z.union([z.string(), z.null()])),
  video: z.string(),
})

export const videoQuestion: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { question, choices, video } = parseRow(videoQuestionSchema, row, where)
    const listed = Object.entries(choices).map(([key, choice]) => `${key}.${choice ?? 'None'}`)
    return { text: `${question} ${listed.join(' ')}`, video: video }
  },
}

const maybeImageSchema = z.object({ image: imageSchema.nullish() })

export const conversationWithImages: HubFormat = {
  ...sharedConversation,
  read: (row, context) => {
    const prompt = sharedConversation.read(row, context)
    if (prompt === null) return null
    const { image } = parseRow(maybeImageSchema, row, context.where)
    return { ...prompt, ...(image && { image: image }) }
  },
}
