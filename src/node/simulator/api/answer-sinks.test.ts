import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { nothingHappenedYet } from '../engine/sequence.ts'
import { EventStream } from './answer-sinks.ts'
import { completionShape } from './choices-shapes.ts'

const shape = completionShape({ id: 'cmpl-1', model: 'm', createdEpochS: 0 })
const ending = {
  text: ' end',
  finishReason: 'length',
  stopReason: null,
  promptTokens: 1,
  completionTokens: 1,
  times: nothingHappenedYet(),
} as const

const server = createServer()
afterEach(() => {
  server.removeAllListeners('request')
  server.close()
})

/** What a client reads when the server answers every request like this. */
async function readAnswer(answer: (response: ServerResponse) => void): Promise<string> {
  server.on('request', (_, response) => answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : null
  return await (await fetch(`http://127.0.0.1:${port}/`)).text()
}

function textsOf(answer: string): string[] {
  return [...answer.matchAll(/"text":"([^"]*)"/g)].map(([, text = '']) => text)
}

describe('an event stream', () => {
  it('sends one event per token, also when several leave together', async () => {
    const answer = await readAnswer((response) => {
      const stream = new EventStream(response, shape, { includeUsage: false, headers: {} })
      stream.write(' one')
      stream.write(' two')
      stream.flush()
      stream.write(' three')
      stream.flush()
      stream.end(ending)
    })
    expect(textsOf(answer)).toEqual([' one', ' two', ' three', ' end'])
  })

  it('gives a client that falls behind everything it missed as one larger event', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => ` ${index}`)
    const answer = await readAnswer((response) => {
      const stream = new EventStream(response, shape, { includeUsage: false, headers: {} })
      // Nothing reads while this loop runs, so the socket fills up.
      for (const word of words) {
        stream.write(word)
        stream.flush()
      }
      stream.end(ending)
    })
    const texts = textsOf(answer)
    expect(texts.join('')).toBe(`${words.join('')} end`)
    expect(texts.length).toBeLessThan(words.length)
    expect(answer.endsWith('data: [DONE]\n\n')).toBe(true)
  })
})
