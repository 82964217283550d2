// The conversations of a file that are used: the requested number, at random, and some of them again where there are too
// few. No more are kept than are used, because such files are large.
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

  /** Each that is offered is as likely to be taken as any other. */
  offer(conversation: Conversation): void {
    this.#offered++
    if (!this.#isFull()) this.#taken.push(conversation)
    else if (this.#options.shuffle) this.#replaceOne(conversation)
  }

  /** Nothing that is still offered would be taken. */
  get isSettled(): boolean {
    return this.#isFull() && !this.#options.shuffle
  }

  /** In the order they are held in. */
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

// The tokens of recorded conversations, by the client's own count and without a chat template: the server counts what
// it makes of them.
export type AnswerLengths = Readonly<{
  /** Asked of every turn or step, whatever was recorded. */
  fixed: number | null
  /** Asked of those without a recorded response. */
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
  /** Items tokenised in one call; keeps a cancel responsive. */
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

/** Of texts without special tokens; each distinct one is encoded once. */
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
