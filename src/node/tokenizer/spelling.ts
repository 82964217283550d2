// How a tokenizer writes its vocabulary.

/** How the tokens of a vocabulary are written. */
export type Spelling = Readonly<{
  /** What those begin with whose text begins with a space. */
  space: RegExp
  /** What is a text for certain, of tokens of the model and of those added to it. */
  ofModel: RegExp
  ofAdded: RegExp
}>
