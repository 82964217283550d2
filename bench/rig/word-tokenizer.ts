// A tokenizer of 32,000 words of eight letters, each a token.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes it into a folder of that folder, and returns its path. */
export function wordTokenizer(folder: string): string {
  const syllables = 'ba ke li mo nu ra se ti vo zu da fe gi ho ju pa'.split(' ')
  const word = (id: number) => [0, 4, 8, 12].map((shift) => syllables[(id >> shift) & 15]).join('')
  const words = Array.from({ length: 31_999 }, (_, index) => word(index + 1))
  const unknown = { id: 0, content: '[UNK]', special: true, single_word: false }
  const file = join(folder, 'words')
  mkdirSync(file)
  writeFileSync(
    join(file, 'tokenizer.json'),
    JSON.stringify({
      version: '1.0',
      added_tokens: [{ ...unknown, lstrip: false, rstrip: false, normalized: false }],
      pre_tokenizer: { type: 'WhitespaceSplit' },
      model: {
        type: 'WordLevel',
        unk_token: '[UNK]',
        vocab: Object.fromEntries(['[UNK]', ...words].map((text, id) => [text, id])),
      },
    }),
  )
  return file
}
