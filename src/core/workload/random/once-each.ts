// A tokenizer that processes equal inputs of one call only once: prompts that wrap around a small vocabulary repeat its start
// many times.
import type { Tokenizer } from '../tokenizer.ts'

type Coder = Pick<Tokenizer, 'encode' | 'decode'>

export function onceEach(tokenizer: Coder): Coder {
  return {
    decode: (sequences) => once(sequences, (distinct) => tokenizer.decode(distinct)),
    encode: (texts, addSpecialTokens) =>
      once(texts, (distinct) => tokenizer.encode(distinct, addSpecialTokens)),
  }
}

/** Texts are compared by characters, lists by ids. */
async function once<Input extends string | Uint32Array, Output>(
  inputs: readonly Input[],
  work: (distinct: readonly Input[]) => Promise<readonly Output[]>,
): Promise<readonly Output[]> {
  const places = new Map<string, number>()
  const distinct: Input[] = []
  const taken = inputs.map((input) => {
    const key = keyOf(input)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, distinct.length)
    return distinct.push(input) - 1
  })
  const outputs = await work(distinct)
  const all: Output[] = []
  for (const place of taken) {
    const output = outputs[place]
    if (output !== undefined) all.push(output)
  }
  return all
}

/** Two characters per id, because formatting numbers takes several times as long. */
function keyOf(input: string | Uint32Array): string {
  if (typeof input === 'string') return input
  let key = ''
  for (const id of input) key += String.fromCharCode(id & 0xffff, id >>> 16)
  return key
}
