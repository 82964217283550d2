// Rows that show or play something along with the prompt.
import { z } from 'zod'
import { inEnglish, message } from '#core/messages/message.ts'
import { sharedConversation } from './answered-formats.ts'
import type { HubFormat, PictureSource } from './hub-row.ts'
import { codePrompt, parseRow } from './text-formats.ts'

/** Tables hold the file and its name; rows of text its path or address. */
const pictureSchema = z.union(
  [
    z.string(),
    z.object({ bytes: z.instanceof(Uint8Array) }).transform(({ bytes }) => bytes),
    z.object({ path: z.string() }).transform(({ path }) => path),
  ],
  { error: inEnglish(message('workload.imageField')) },
) satisfies z.ZodType<PictureSource>

const pictured: HubFormat = { ...codePrompt, template: 'never' }

const messageSchema = z.object({ content: z.string() })
const firstMessageSchema = z.tuple([z.tuple([messageSchema]).rest(z.unknown())]).rest(z.unknown())
const picturesSchema = z.tuple([pictureSchema]).rest(z.unknown())
const chatSchema = z.object({ conversation: firstMessageSchema, images: picturesSchema })
const benchSchema = z.object({ turns: firstMessageSchema, images: picturesSchema })

export const visionArenaChat: HubFormat = {
  ...pictured,
  read: (row, { where }) => {
    const { conversation, images } = parseRow(chatSchema, row, where)
    return { text: conversation[0][0].content, picture: images[0] }
  },
}

export const visionArenaBench: HubFormat = {
  ...pictured,
  read: (row, { where }) => {
    const { turns, images } = parseRow(benchSchema, row, where)
    return { text: turns[0][0].content, picture: images[0] }
  },
}

const pictureQuestionSchema = z.object({ question: z.string().default(''), image: pictureSchema })

export const pictureQuestion: HubFormat = {
  ...pictured,
  read: (row, { where }) => {
    const { question, image } = parseRow(pictureQuestionSchema, row, where)
    return { text: withoutOptions(question), picture: image }
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
  ...pictured,
  read: (row, { where }) => {
    const { question, choices, video } = parseRow(videoQuestionSchema, row, where)
    const listed = Object.entries(choices).map(([key, choice]) => `${key}.${choice ?? 'None'}`)
    return { text: `${question} ${listed.join(' ')}`, film: video }
  },
}

const maybePictureSchema = z.object({ image: pictureSchema.nullish() })

export const picturedConversation: HubFormat = {
  ...sharedConversation,
  read: (row, context) => {
    const prompt = sharedConversation.read(row, context)
    if (prompt === null) return null
    const { image } = parseRow(maybePictureSchema, row, context.where)
    return { ...prompt, ...(image && { picture: image }) }
  },
}
