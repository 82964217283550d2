// Counts the vocabulary of a tokenizer file without the library that encodes with it, which takes longer to load than a
// short benchmark takes.
import { isJson, parseObject } from '#core/protocol/json-value.ts'
import { readTokenizerDocument } from './tokenizer-document.ts'

/** Tokens of the file's model, without added ones; null if they are not listed in a known form. */
export async function countVocabulary(path: string): Promise<number | null> {
  const { bytes } = await readTokenizerDocument(path)
  const model = parseObject(bytes.toString())?.['model']
  if (!isJson(model)) return null
  const { vocab } = model
  // Unigrams are a list, all others map a token to its id.
  if (Array.isArray(vocab)) return vocab.length
  return isJson(vocab) ? Object.keys(vocab).length : null
}
