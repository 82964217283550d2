// The buffer that all sockets of a thread read into, and what takes chunks out of it that are alike: a little program
// for WebAssembly (alike-chunks.wat), which compares sixteen bytes at a time in the same memory.
import { Buffer } from 'node:buffer'
import { setFlagsFromString } from 'node:v8'
import type { AlikeChunks, EventChunk } from '#core/protocol/templates/alike-chunks.ts'
import { alikeChunksModule } from './alike-chunks-module.ts'

type Memory = Readonly<{ buffer: ArrayBuffer }>

/** The little that is used of it; the language's own types leave it out. */
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
/** The second page begins with how many chunks were taken and how long their texts are; these follow. */
const resultBytes = 8

/** With them V8 compiles it badly first, and well after a hundred thousand events, each of which took six times as long. */
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
 * Compiled when it is asked for first, which takes some milliseconds. Null where there is none, as where memory for
 * addresses is limited: all chunks are read one by one then.
 */
export function alikeChunks(): AlikeChunks | null {
  try {
    if (memory !== null) taker ??= new ChunkTaker(memory)
  } catch {
    // What was said for null.
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
