// What datasets need of a tokenizer, whoever does the work: a model file, or the server itself.

export interface Tokenizer {
  /** Base vocabulary without added tokens. Random prompts draw ids below it. */
  readonly vocabSize: number
  /** Ids never used in random prompts. */
  readonly specialTokenIds: readonly number[]
  /** Tokens an encode with special tokens adds (BOS and the like). */
  readonly specialTokensAdded: number
  encode(texts: readonly string[], addSpecialTokens: boolean): Promise<readonly Uint32Array[]>
  /** Special tokens are kept in the text. */
  decode(sequences: readonly Uint32Array[]): Promise<readonly string[]>
  /** Each text as one user message in the model's own chat template; null when it has none. */
  renderUserMessages(texts: readonly string[]): Promise<readonly string[] | null>
}
