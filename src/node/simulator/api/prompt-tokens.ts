// The three ways a prompt arrives – text, token ids, chat messages – as token ids.
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { tokenCount } from '../text/spelling.ts'
import { encodeText } from '../text/text.ts'

export const tokenIdsSchema = z.custom<readonly number[]>(isTokenIds, {
  message: 'Give a text or a list of token ids; several prompts at once are not simulated.',
})

export const promptSchema = z.union([z.string(), tokenIdsSchema], {
  message: 'Give a text or a list of token ids; several prompts at once are not simulated.',
})

const contentPartSchema = z.object({ type: z.literal('text'), text: z.string() })

export const messagesSchema = z
  .array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(contentPartSchema)], {
        message: 'Give a text or text parts; images, audio and video are not simulated.',
      }),
    }),
  )
  .min(1)

export type Messages = z.infer<typeof messagesSchema>

export function promptToTokens(prompt: string | readonly number[]): readonly number[] {
  if (typeof prompt === 'string') return encodeText(prompt)
  const unknown = prompt.find((id) => id >= tokenCount)
  if (unknown === undefined) return prompt
  throw new ApiError(400, `Token id ${unknown} is out of vocabulary`, 'prompt')
}

/** A plain chat template: each message under its role, then the assistant's turn. */
export function messagesToTokens(messages: Messages): number[] {
  const turns = messages.map(({ role, content }) => {
    const text = typeof content === 'string' ? content : content.map((part) => part.text).join('')
    return `<|${role}|>\n${text}\n`
  })
  return encodeText(`${turns.join('')}<|assistant|>\n`)
}

function isTokenIds(value: unknown): boolean {
  return Array.isArray(value) && value.every((id) => Number.isInteger(id) && id >= 0)
}
