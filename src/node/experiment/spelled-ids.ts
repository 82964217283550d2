// Token ids as they stand in JSON, each with a comma behind it, and where each of them begins: any stretch of them is
// a stretch of this text.
import { Buffer } from 'node:buffer'
import { spelledOnce, type Spelling } from './spelling.ts'

export const spelled = spelledOnce(spell)

function spell(ids: Uint32Array): Spelling {
  const starts = new Uint32Array(ids.length + 1)
  let length = 0
  for (let place = 0; place < ids.length; place++) {
    length += digits(ids[place] ?? 0) + 1
    starts[place + 1] = length
  }
  return { text: Buffer.from(ids.length === 0 ? '' : `${ids.join()},`), starts }
}

function digits(id: number): number {
  let count = 1
  for (let most = 10; id >= most; most *= 10) count++
  return count
}
