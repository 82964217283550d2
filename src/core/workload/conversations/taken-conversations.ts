// Conversations sampled from a file: the requested number at random, some repeated if there are too few. Stores no more than it
// uses, because such files are large.
import type { SampleOptions } from '../sample-options.ts'
import type { Tokenizer } from '../tokenizer.ts'
import type { CountedConversation, CountedTurn, RecordedConversation } from './conversation.ts'

export class TakenConversations<Conversation> {
  readonly #options: SampleOptions
  readonly #taken: Conversation[] = []
  #offered = 0

  /** A count of 0 or less takes all. */
  constructor(options: SampleOptions) {
    this.#options = options
    options.random.reseed(options.seed)
  }

  /** Reservoir sampling: every offered conversation is equally likely to be taken. */
  offer(conversation: Conversation): void {
    this.#offered++
    if (!this.#isFull()) this.#taken.push(conversation)
    else if (this.#options.shuffle) this.#replaceOne(conversation)
  }

  /** True once no further offer can be taken. */
  get isSettled(): boolean {
    return this.#isFull() && !this.#options.shuffle
  }

  /** Returns them in the order of the reservoir. */
  list(): Conversation[] {
    const { count, shuffle, repeats, random } = this.#options
    const list = [...this.#taken]
    if (shuffle) random.shuffle(list)
    const missing = list.length === 0 || repeats === 'none' ? 0 : Math.max(0, count - list.length)
    return [...list, ...Array.from({ length: missing }, () => random.choice(list))]
  }

  #isFull(): boolean {
    const { count } = this.#options
    return count > 0 && this.#taken.length >= count
  }

  #replaceOne(conversation: Conversation): void {
    const place = this.#options.random.below(this.#offered)
    if (place < this.#taken.length) this.#taken[place] = conversation
  }
}

export type AnswerLengths = Readonly<{
  /** Requested for every turn or step, regardless of the recording. */
  fixed: number | null
  /** Requested for turns without a recorded response. */
  unanswered: number
}>

export async function countConversations(
  conversations: readonly RecordedConversation[],
  lengths: AnswerLengths,
  tokenizer: Pick<Tokenizer, 'encode'>,
): Promise<CountedConversation[]> {
  return countedInBatches(conversations, { batchSize: 64, textsIn, tokenizer }, (one, countOf) =>
    withCounts(one, lengths, countOf),
  )
}

export type CountOf = (text: string) => number

type Batches<Item> = Readonly<{
  /** Number of items tokenized in one call; small enough for a prompt cancellation. */
  batchSize: number
  textsIn: (item: Item) => readonly string[]
  tokenizer: Pick<Tokenizer, 'encode'>
}>

export async function countedInBatches<Item, Counted>(
  items: readonly Item[],
  { batchSize, textsIn, tokenizer }: Batches<Item>,
  counted: (item: Item, countOf: CountOf) => Counted,
): Promise<Counted[]> {
  const all: Counted[] = []
  for (let first = 0; first < items.length; first += batchSize) {
    const batch = items.slice(first, first + batchSize)
    const countOf = await countsOf(batch.flatMap(textsIn), tokenizer)
    for (const item of batch) all.push(counted(item, countOf))
  }
  return all
}

/** Counts without special tokens; encodes each distinct text once. */
async function countsOf(
  texts: readonly string[],
  tokenizer: Pick<Tokenizer, 'encode'>,
): Promise<CountOf> {
  const distinct = [...new Set(texts)]
  const encoded = await tokenizer.encode(distinct, false)
  const counts = new Map(distinct.map((text, i) => [text, encoded[i]?.length ?? 0]))
  return (text) => counts.get(text) ?? 0
}

function textsIn({ opening, turns }: RecordedConversation): string[] {
  return [
    ...opening.map(textOf),
    ...turns.flatMap(({ said, answer }) => (answer === null ? [said] : [said, answer])),
  ]
}

function textOf({ content }: RecordedConversation['opening'][number]): string {
  return typeof content === 'string' ? content : ''
}

function withCounts(
  { opening, turns }: RecordedConversation,
  { fixed, unanswered }: AnswerLengths,
  countOf: CountOf,
): CountedConversation {
  return {
    opening,
    openingTokens: opening.reduce((sum, message) => sum + countOf(textOf(message)), 0),
    turns: turns.map((turn): CountedTurn => {
      const answerTokens = turn.answer === null ? 0 : countOf(turn.answer)
      const recorded = turn.answer === null ? unanswered : Math.max(1, answerTokens)
      return {
        ...turn,
        saidTokens: countOf(turn.said),
        answerTokens,
        outputTokens: fixed ?? turn.outputTokens ?? recorded,
      }
    }),
  }
}
