// Conversations generated from texts by a description: numbers and lengths of turns, and common prefixes. Field names match the
// files of vLLM's multi-turn script.
import { z } from 'zod'
import type { NumpyRandomState } from '../../random/numpy-legacy.ts'
import type { Tokenizer } from '../tokenizer.ts'
import type { RecordedConversation, RecordedTurn } from './conversation.ts'
import { drawnNumberSchema, drawNumber } from './drawn-number.ts'

const none = { distribution: 'constant', value: 0 } as const

export const descriptionSchema = z.object({
  filetype: z.literal('generate_conversations'),
  num_conversations: z.int().min(1),
  text_files: z.array(z.string().min(1)).min(1),
  prompt_input: z.object({
    /** Messages of both sides. */
    num_turns: drawnNumberSchema,
    /** Prefix that all conversations share. */
    common_prefix_num_tokens: drawnNumberSchema.default(none),
    /** Prefix of a first turn, different for each conversation. */
    prefix_num_tokens: drawnNumberSchema.default(none),
    num_tokens: drawnNumberSchema,
  }),
  prompt_output: z.object({ num_tokens: drawnNumberSchema }),
})

export type ConversationDescription = z.infer<typeof descriptionSchema>

type Sources = Readonly<{
  count: number
  /** Text of the user messages, concatenated. */
  textTokens: Uint32Array
  random: NumpyRandomState
  tokenizer: Pick<Tokenizer, 'decode'>
}>

/** Turns consume the text in order and restart when it ends. */
export async function describedConversations(
  { prompt_input: input, prompt_output: output }: ConversationDescription,
  { count, textTokens, random, tokenizer }: Sources,
): Promise<RecordedConversation[]> {
  const common = drawNumber(input.common_prefix_num_tokens, random)
  const reader = new RingReader(textTokens, common)
  const drafts = Array.from({ length: count }, () => {
    const turns = Math.ceil(Math.max(2, drawNumber(input.num_turns, random)) / 2)
    const prefix = drawNumber(input.prefix_num_tokens, random)
    return Array.from({ length: turns }, (_, turn) => ({
      ids: [
        ...(turn === 0 ? reader.first(common) : []),
        ...reader.next(
          (turn === 0 ? prefix : 0) + Math.max(1, drawNumber(input.num_tokens, random)),
        ),
      ],
      outputTokens: Math.max(1, drawNumber(output.num_tokens, random)),
    }))
  })
  const texts = await tokenizer.decode(drafts.flat().map(({ ids }) => Uint32Array.from(ids)))
  let taken = 0
  return drafts.map((turns) => ({
    opening: [],
    turns: turns.map(({ outputTokens }): RecordedTurn => {
      return { said: texts[taken++] ?? '', answer: null, thinkS: null, outputTokens }
    }),
  }))
}

/** Reads tokens cyclically. Callers remove common prefixes themselves. */
class RingReader {
  readonly #tokens: Uint32Array
  #position: number

  constructor(tokens: Uint32Array, position: number) {
    this.#tokens = tokens
    this.#position = position
  }

  first(count: number): number[] {
    return this.#from(0, count)
  }

  next(count: number): number[] {
    const tokens = this.#from(this.#position, count)
    this.#position += count
    return tokens
  }

  #from(position: number, count: number): number[] {
    const { length } = this.#tokens
    return Array.from({ length: count }, (_, i) => this.#tokens[(position + i) % length] ?? 0)
  }
}
