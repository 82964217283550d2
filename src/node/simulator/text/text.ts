// Text to token ids and back. Any text survives the round trip, and so does any list of word ids.
import { byteId, byteOf, pieceId, piecePattern, pieceText } from './spelling.ts'
import { wordId, wordText } from './vocabulary.ts'

const runPattern = / ?[A-Za-z]+|[^]/gu
const letterRun = /^ ?[A-Za-z]/
const utf8Encoder = new TextEncoder()
const utf8Decoder = new TextDecoder()

export function encodeText(text: string): number[] {
  const ids: number[] = []
  for (const [run] of text.matchAll(runPattern)) encodeRun(run, ids)
  return ids
}

function encodeRun(run: string, ids: number[]): void {
  const id = wordId(run)
  if (id !== undefined) ids.push(id)
  else if (letterRun.test(run)) {
    for (const [piece] of run.matchAll(piecePattern)) ids.push(pieceId(piece))
  } else {
    for (const byte of utf8Encoder.encode(run)) ids.push(byteId(byte))
  }
}

export function decodeTokens(ids: readonly number[]): string {
  let text = ''
  let bytes: number[] = []
  for (const id of ids) {
    const word = wordText(id)
    const byte = word === undefined ? byteOf(id) : null
    if (byte !== null) {
      bytes.push(byte)
      continue
    }
    text += decodeBytes(bytes) + (word ?? pieceText(id))
    bytes = []
  }
  return text + decodeBytes(bytes)
}

function decodeBytes(bytes: readonly number[]): string {
  return bytes.length === 0 ? '' : utf8Decoder.decode(Uint8Array.from(bytes))
}
