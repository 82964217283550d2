// Names for full KV blocks: a block is the same only when its tokens and everything before them are the same.
import { kvBlockTokens } from './memory-plan.ts'

/** The parent of a prompt's first block. */
export const rootHash = 0

/** 53 bits, from two independent 32-bit mixes of the parent and the block's tokens. */
export function hashBlock(parent: number, tokens: readonly number[], start: number): number {
  let high = Math.floor(parent / 2 ** 32) ^ 0x9e3779b9
  let low = parent >>> 0
  for (let index = start; index < start + kvBlockTokens; index++) {
    const token = tokens[index] ?? 0
    high = Math.imul(high ^ token, 0x85ebca6b)
    high ^= high >>> 13
    low = Math.imul(low + token, 0xc2b2ae35)
    low ^= low >>> 16
  }
  return ((high >>> 0) & 0x1fffff) * 2 ** 32 + (low >>> 0)
}
