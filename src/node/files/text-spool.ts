// Stores long texts in a private file, so that a workload of any size takes little memory. The first texts stay in memory: most
// workloads need no file.
import { type KeepText, StoredText } from '#core/workload/stored-text.ts'
import type { PrivateFile } from './private-file.ts'

const usualMostInMemory = 64e6
/** A shorter text takes less memory than a reference into the file. */
const shortest = 512

export class TextSpool {
  readonly #file: PrivateFile
  /** Maximum number of characters kept in memory. */
  readonly #mostInMemory: number
  #inMemory = 0

  constructor(file: PrivateFile, mostInMemory = usualMostInMemory) {
    this.#file = file
    this.#mostInMemory = mostInMemory
  }

  readonly keep: KeepText = <Text>(text: Text): Text | StoredText => {
    if (typeof text !== 'string' || text.length < shortest) return text
    this.#inMemory += text.length
    if (this.#inMemory <= this.#mostInMemory) return text
    const range = this.#file.append(Buffer.from(JSON.stringify(text).slice(1, -1)))
    return new StoredText(range, text, (asked) => this.#file.read(asked).toString())
  }
}
