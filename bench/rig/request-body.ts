// What every request of a load says.
import { Buffer } from 'node:buffer'
import type { Load } from './load.ts'

export function bodyOf({ tokens }: Load): Uint8Array {
  return Buffer.from(
    JSON.stringify({
      ...{ model: 'mock', prompt: 'hello there', max_tokens: tokens, ignore_eos: true },
      ...{ stream: true, stream_options: { include_usage: true } },
    }),
  )
}
