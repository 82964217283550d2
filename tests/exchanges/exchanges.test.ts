import { readFileSync } from 'node:fs'
import { createServer, type Socket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runLoad } from '#node/load/run-load.ts'
import { runAndListen } from '#node/load/plan.test-support.ts'
import { askedPlan, requestBytes, writtenExchanges } from './asked.ts'
import { recordedOutcomes, writtenOutcomes } from './outcomes.ts'
import { recordedServers } from './recorded-exchanges.ts'
import { outcomeOf, replayerOf } from './replay.ts'

const written = writtenExchanges.map((exchange) => {
  return { exchange, folder: 'written', outcome: writtenOutcomes[exchange.name] }
})
const recorded = Object.entries(recordedServers).flatMap(([server, { exchanges }]) =>
  exchanges.map((exchange) => {
    const outcome = recordedOutcomes[server]?.[exchange.name]
    return { exchange, folder: `recorded/${server}`, outcome }
  }),
)

function bytesOf(folder: string, file: string): Buffer {
  return readFileSync(join(import.meta.dirname, folder, file))
}

/** Each event in a piece of its own; what is no stream of events, line by line. */
function byEvent(reply: Buffer): Buffer[] {
  return reply
    .toString('latin1')
    .split(/(?<=\n\r?\n)/)
    .map((piece) => Buffer.from(piece, 'latin1'))
}

/** Holds several events. */
const longPiece = 199

function inPieces(reply: Buffer, first: number): Buffer[] {
  const pieces = [reply.subarray(0, first)]
  for (let place = first; place < reply.length; place += longPiece) {
    pieces.push(reply.subarray(place, place + longPiece))
  }
  return pieces
}

function byByte(reply: Buffer): Buffer[] {
  return Array.from(reply, (byte) => Buffer.from([byte]))
}

/** Answers on a real socket, piece by piece, once a whole request has come. */
async function serve(request: Uint8Array, pieces: readonly Buffer[]): Promise<string> {
  const answer = async (socket: Socket) => {
    const heard: Buffer[] = []
    let length = 0
    for await (const piece of socket as AsyncIterable<Buffer>) {
      heard.push(piece)
      length += piece.length
      if (length < request.length) continue
      for (const each of pieces) {
        socket.write(each)
        await setImmediate()
      }
      socket.end()
    }
  }
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    void answer(socket)
  })
  onTestFinished(() => {
    server.close()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const cases = [...written, ...recorded]

describe.each(cases)('$exchange.name, $folder', ({ exchange, folder, outcome }) => {
  const { name } = exchange
  const plan = askedPlan(exchange)
  const reply = bytesOf(folder, `${name}.reply`)

  test('is asked, byte for byte, as is kept', () => {
    const asked = Buffer.from(requestBytes(plan)).toString('latin1')
    expect(asked).toBe(bytesOf(folder, `${name}.request`).toString('latin1'))
  })

  test('is understood alike in pieces of every kind', () => {
    const replay = replayerOf(plan)
    expect(replay(byEvent(reply))).toEqual(outcome)
    expect(replay([reply])).toEqual(outcome)
    expect(replay(byByte(reply))).toEqual(outcome)
    splitEvery(5)
  })

  /** A split at each place, or at every so many, several to a replay. */
  function splitEvery(step: number): void {
    const replay = replayerOf(plan)
    const expected = JSON.stringify(outcome)
    for (let first = 1; first <= longPiece; first += step) {
      if (JSON.stringify(replay(inPieces(reply, first))) === expected) continue
      expect(replay(inPieces(reply, first)), `split at ${first}, and on`).toEqual(outcome)
    }
  }

  test('is understood alike in two pieces, wherever they meet', { tags: 'nightly' }, () => {
    splitEvery(1)
    const replay = replayerOf(plan)
    const expected = JSON.stringify(outcome)
    for (let place = 1; place < reply.length; place++) {
      const pieces = [reply.subarray(0, place), reply.subarray(place)]
      if (JSON.stringify(replay(pieces)) === expected) continue
      expect(replay(pieces), `split at ${place}`).toEqual(outcome)
    }
  })

  /** Every so many bytes, and everywhere near the end. */
  function cutEvery(bytes: number): void {
    const replay = replayerOf(plan)
    const end = reply.length - 300
    for (let length = 0; length < reply.length; length += length < end ? bytes : 1) {
      const { error, events, generatedText } = replay([reply.subarray(0, length)])
      if (error === null) expect(outcome).toMatchObject({ events, generatedText })
    }
  }

  test('is no success where its reply is cut before all of it was said', () => cutEvery(11))

  test('is no success wherever its reply is cut', { tags: 'nightly' }, () => cutEvery(1))

  for (const { how, pieces, tags } of [
    { how: 'event by event', pieces: byEvent, tags: [] },
    { how: 'in one piece', pieces: (bytes: Buffer) => [bytes], tags: ['nightly'] },
    { how: 'byte by byte', pieces: byByte, tags: ['nightly'] },
  ]) {
    test(`is measured alike over a socket, ${how}`, { tags }, async () => {
      const baseUrl = await serve(requestBytes(plan), pieces(reply))
      const { records } = await runAndListen(runLoad, askedPlan(exchange, baseUrl))
      expect(records.map(outcomeOf)).toEqual([outcome])
    })
  }
})
