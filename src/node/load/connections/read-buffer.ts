// The buffer that all sockets of a thread read into, and the scan that finds runs of similar chunks in it: a small WebAssembly
// program (alike-chunks.wat) that compares 16 bytes at a time in the same memory.
import { Buffer } from 'node:buffer'
import { setFlagsFromString } from 'node:v8'
import type { AlikeChunks, EventChunk } from '#core/protocol/alike-chunks.ts'
import { alikeChunksModule } from './alike-chunks-module.ts'

type Memory = Readonly<{ buffer: ArrayBuffer }>

/** The part of WebAssembly's API used here, which TypeScript's library types omit. */
declare const WebAssembly: Readonly<{
  Memory: new (pages: { initial: number; maximum: number }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { readonly exports: unknown }
}>

type Take = (
  ...places: [
    start: number,
    textStart: number,
    textEnd: number,
    end: number,
    at: number,
    limit: number,
  ]
) => number

const pageBytes = 64 * 1024
/** The second page begins with the number of matched chunks and the length of their texts; the texts follow. */
const resultBytes = 8

/** With these flags V8 first compiles unoptimised code, which is six times as slow for 100,000 events. */
const hasty = ['liftoff', 'wasm-lazy-compilation']

const memory = createMemory()
export const readBuffer =
  memory === null ? Buffer.allocUnsafeSlow(pageBytes) : Buffer.from(memory.buffer, 0, pageBytes)

class ChunkTaker implements AlikeChunks {
  readonly texts: Uint8Array
  readonly #take: Take
  readonly #results: Int32Array

  constructor(memory: Memory) {
    const { exports } = new WebAssembly.Instance(compiled(), { thread: { memory } })
    this.texts = new Uint8Array(memory.buffer, pageBytes + resultBytes)
    this.#results = new Int32Array(memory.buffer, pageBytes, resultBytes / 4)
    this.#take = (exports as { take: Take }).take
  }

  take({ bytes, start, textStart, textEnd, end }: EventChunk, at: number, limit: number): number {
    if (bytes !== readBuffer) return at
    return this.#take(start, textStart, textEnd, end, at, limit)
  }

  get count(): number {
    return this.#results[0] ?? 0
  }

  get textsLength(): number {
    return this.#results[1] ?? 0
  }
}

function compiled(): object {
  for (const each of hasty) setFlagsFromString(`--no-${each}`)
  try {
    return new WebAssembly.Module(Buffer.from(alikeChunksModule, 'base64'))
  } finally {
    for (const each of hasty) setFlagsFromString(`--${each}`)
  }
}

let taker: ChunkTaker | null = null

/**
 * Compiled on first use, which takes a few milliseconds. Null if WebAssembly is unavailable, for example because address space is
 * limited: chunks are then read one by one.
 */
export function alikeChunks(): AlikeChunks | null {
  try {
    if (memory !== null) taker ??= new ChunkTaker(memory)
  } catch {
    // WebAssembly is unavailable.
  }
  return taker
}

function createMemory(): Memory | null {
  try {
    return new WebAssembly.Memory({ initial: 2, maximum: 2 })
  } catch {
    return null
  }
}
