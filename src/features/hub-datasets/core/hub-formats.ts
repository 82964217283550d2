// Prompt formats of the Hub datasets that are read row by row.
import type { HubFormatName } from './hub-datasets.ts'
import { mathProblem, nextEdit, referenceAnswer, sharedConversation } from './answered-formats.ts'
import type { HubFormat, ImageSource } from './hub-row.ts'
import {
  codeEdit,
  codeInstruction,
  codePrompt,
  firstTurn,
  question,
  parseRow,
} from './text-formats.ts'
import { z } from 'zod'
import { message, schemaText } from '#core/messages/message.ts'

/** Tables contain the file and its name; text rows contain its path or address. */
const imageSchema = z.union(
  [
    z.string(),
    z.object({ bytes: z.instanceof(Uint8Array) }).transform(({ bytes }) => bytes),
    z.object({ path: z.string() }).transform(({ path }) => path),
  ],
  { error: () => schemaText(message('workload.imageField')) },
) satisfies z.ZodType<ImageSource>

const withImages: HubFormat = { ...codePrompt, template: 'never' }

const messageSchema = z.object({ content: z.string() })
const firstMessageSchema = z.tuple([z.tuple([messageSchema]).rest(z.unknown())]).rest(z.unknown())
const imagesSchema = z.tuple([imageSchema]).rest(z.unknown())
const chatSchema = z.object({ conversation: firstMessageSchema, images: imagesSchema })
const benchSchema = z.object({ turns: firstMessageSchema, images: imagesSchema })

const visionArenaChat: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { conversation, images } = parseRow(chatSchema, row, where)
    return { text: conversation[0][0].content, image: images[0] }
  },
}

const visionArenaBench: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { turns, images } = parseRow(benchSchema, row, where)
    return { text: turns[0][0].content, image: images[0] }
  },
}

const imageQuestionSchema = z.object({ question: z.string().default(''), image: imageSchema })

const imageQuestion: HubFormat = {
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

const videoQuestion: HubFormat = {
  ...withImages,
  read: (row, { where }) => {
    const { question, choices, video } = parseRow(videoQuestionSchema, row, where)
    const listed = Object.entries(choices).map(([key, choice]) => `${key}.${choice ?? 'None'}`)
    return { text: `${question} ${listed.join(' ')}`, video: video }
  },
}

const maybeImageSchema = z.object({ image: imageSchema.nullish() })

const conversationWithImages: HubFormat = {
  ...sharedConversation,
  read: (row, context) => {
    const prompt = sharedConversation.read(row, context)
    if (prompt === null) return null
    const { image } = parseRow(maybeImageSchema, row, context.where)
    return { ...prompt, ...(image && { image: image }) }
  },
}

export type PromptFormatName = Exclude<
  HubFormatName,
  'speech' | 'speech-by-path' | 'function-calls'
>

export const hubFormats: Readonly<Record<PromptFormatName, HubFormat>> = {
  'shared-conversation': sharedConversation,
  'pictured-conversation': conversationWithImages,
  'vision-arena-chat': visionArenaChat,
  'vision-arena-bench': visionArenaBench,
  'video-question': videoQuestion,
  'code-instruction': codeInstruction,
  'first-turn': firstTurn,
  'code-prompt': codePrompt,
  question,
  'code-edit': codeEdit,
  'math-problem': mathProblem,
  'next-edit': nextEdit,
  'reference-answer': referenceAnswer,
  'picture-question': imageQuestion,
}
