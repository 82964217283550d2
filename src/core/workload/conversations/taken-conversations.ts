// The conversations of a file that are used: the requested number, at random, and some of them again where there are too
// few. No more are kept than are used, because such files are large.
import type { SampleOptions } from '../sample-options.ts'

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
