// KV blocks of a server: allocated, shared between equal prefixes, and kept after use until their memory is needed.
import { bytesPerNumber, type Deployment, kvBytesPerToken } from '../presets/gpu-presets.ts'
import type { Sequence } from './sequence.ts'

// The free KV blocks, least recently used first. Any block can be removed in constant time.
class FreeBlocks {
  readonly #next: Int32Array
  readonly #previous: Int32Array
  /** One past the last block: head and tail of the ring. */
  readonly #ring: number
  #size = 0

  constructor(count: number) {
    this.#ring = count
    this.#next = new Int32Array(count + 1)
    this.#previous = new Int32Array(count + 1)
    this.#next[count] = count
    this.#previous[count] = count
    for (let block = 0; block < count; block++) this.append(block)
  }

  get size(): number {
    return this.#size
  }

  append(block: number): void {
    const last = this.#previous[this.#ring] ?? this.#ring
    this.#join(last, block)
    this.#join(block, this.#ring)
    this.#size++
  }

  remove(block: number): void {
    this.#join(this.#previous[block] ?? this.#ring, this.#next[block] ?? this.#ring)
    this.#size--
  }

  /** Removes the least recently used block; null if none is free. */
  take(): number | null {
    const first = this.#next[this.#ring] ?? this.#ring
    if (first === this.#ring) return null
    this.remove(first)
    return first
  }

  #join(left: number, right: number): void {
    this.#next[left] = right
    this.#previous[right] = left
  }
}

// Division of a server's GPU memory: weights, working memory, and the remainder for the KV cache.
export const kvBlockTokens = 16

const gib = 2 ** 30
const activationGiB = 2
const cudaGraphGiB = 0.7

/** Values per GPU, except the token count, which is for the whole server. */
type MemoryPlan = Readonly<{
  weightsGiB: number
  activationGiB: number
  cudaGraphGiB: number
  kvCacheGiB: number
  kvCacheTokens: number
}>

export function planMemory({
  gpu,
  gpuCount,
  model,
  gpuMemoryUtilization,
  ...cache
}: Pick<
  Deployment,
  'gpu' | 'gpuCount' | 'model' | 'gpuMemoryUtilization' | 'kvCacheBytes'
>): MemoryPlan {
  const weightsGiB = (model.parameters * bytesPerNumber) / gpuCount / gib
  const kvCacheGiB =
    gpu.memoryGiB * gpuMemoryUtilization - weightsGiB - activationGiB - cudaGraphGiB
  const blockBytes = kvBytesPerToken({ model, ...cache }) * kvBlockTokens
  const kvCacheTokens = Math.floor((kvCacheGiB * gib * gpuCount) / blockBytes) * kvBlockTokens
  return { weightsGiB, activationGiB, cudaGraphGiB, kvCacheGiB, kvCacheTokens }
}

type PrefixCacheOptions = Readonly<{ capacityTokens: number; sharing: boolean }>

export class PrefixCache {
  readonly blockCount: number
  readonly #sharing: boolean
  readonly #free: FreeBlocks
  readonly #users: Int32Array
  readonly #blockByHash = new Map<number, number>()
  readonly #hashByBlock = new Map<number, number>()

  constructor({ capacityTokens, sharing }: PrefixCacheOptions) {
    this.blockCount = Math.floor(capacityTokens / kvBlockTokens)
    this.#sharing = sharing
    this.#free = new FreeBlocks(this.blockCount)
    this.#users = new Int32Array(this.blockCount)
  }

  get freeBlocks(): number {
    return this.#free.size
  }

  /** Share of the blocks in use, 0–1. */
  get usage(): number {
    return 1 - this.#free.size / this.blockCount
  }

  /** The cached blocks that a sequence may start from. Its last token is always recomputed. */
  findPrefix(sequence: Sequence): readonly number[] {
    if (!this.#sharing) return []
    const usable = Math.floor((sequence.tokens.length - 1) / kvBlockTokens)
    const found: number[] = []
    while (found.length < usable) {
      const block = this.#blockByHash.get(blockHash(sequence, found.length))
      if (block === undefined) break
      found.push(block)
    }
    return found
  }

  /** Whether `tokens` fit if the sequence starts from `prefix`; free blocks of the prefix do not count. */
  fits(tokens: number, prefix: readonly number[]): boolean {
    const idle = prefix.filter((block) => this.#users[block] === 0).length
    return blocksFor(tokens) - prefix.length <= this.#free.size - idle
  }

  /** Assigns the blocks of a prefix from `findPrefix` to a sequence. */
  adopt(sequence: Sequence, prefix: readonly number[]): void {
    for (const block of prefix) {
      if (this.#users[block] === 0) this.#free.remove(block)
      this.#use(block, +1)
    }
    sequence.blocks.push(...prefix)
    sequence.sharedBlocks = prefix.length
    sequence.computedTokens = prefix.length * kvBlockTokens
  }

  /** Allocates blocks for the first `tokens` tokens; false, without any allocation, if there are too few. */
  reserve(sequence: Sequence, tokens: number): boolean {
    const missing = blocksFor(tokens) - sequence.blocks.length
    if (missing > this.#free.size) return false
    for (let count = 0; count < missing; count++) sequence.blocks.push(this.#takeFree())
    return true
  }

  /** Shares the computed blocks with other sequences. */
  share(sequence: Sequence): void {
    if (!this.#sharing) return
    const full = Math.floor(sequence.computedTokens / kvBlockTokens)
    for (let index = sequence.sharedBlocks; index < full; index++) {
      const block = sequence.blocks[index]
      const hash = blockHash(sequence, index)
      if (block === undefined || this.#blockByHash.has(hash)) continue
      this.#blockByHash.set(hash, block)
      this.#hashByBlock.set(block, hash)
    }
    sequence.sharedBlocks = Math.max(sequence.sharedBlocks, full)
  }

  /** Frees all blocks; the end of the sequence is reused first. */
  release(sequence: Sequence): void {
    for (const block of sequence.blocks.toReversed()) {
      if (this.#use(block, -1) === 0) this.#free.append(block)
    }
    sequence.blocks.length = 0
    sequence.sharedBlocks = 0
    sequence.computedTokens = 0
  }

  /** Drops every prefix; false while blocks are in use, as in vLLM. */
  reset(): boolean {
    if (this.#free.size < this.blockCount) return false
    this.#blockByHash.clear()
    this.#hashByBlock.clear()
    return true
  }

  #takeFree(): number {
    const block = this.#free.take()
    if (block === null) throw new Error('No free KV block, although their number was checked.')
    const hash = this.#hashByBlock.get(block)
    if (hash !== undefined) {
      this.#hashByBlock.delete(block)
      this.#blockByHash.delete(hash)
    }
    this.#use(block, +1)
    return block
  }

  #use(block: number, change: 1 | -1): number {
    const users = (this.#users[block] ?? 0) + change
    this.#users[block] = users
    return users
  }
}

function blocksFor(tokens: number): number {
  return Math.ceil(tokens / kvBlockTokens)
}

/** Hash of a block, computed once per block of a sequence, in order. */
function blockHash(sequence: Sequence, index: number): number {
  const { blockHashes, tokens } = sequence
  while (blockHashes.length <= index) {
    const parent = blockHashes.at(-1) ?? rootHash
    blockHashes.push(hashBlock(parent, tokens, blockHashes.length * kvBlockTokens))
  }
  return blockHashes[index] ?? rootHash
}

/** Parent hash of a prompt's first block. */
const rootHash = 0

/**
 * Hash of a full KV block, equal only if its tokens and all tokens before them are: 53 bits from two independent 32-bit mixes
 * of the parent and the block's tokens.
 */
function hashBlock(parent: number, tokens: readonly number[], start: number): number {
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
