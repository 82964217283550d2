// WebSocket frames (RFC 6455): client text frames are written before a run, server frames are read during it. The
// client masks with zeros, which leaves the payload unchanged, so sending needs no computation.

export const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const

const maskLength = 4
const isLast = 0x80
const isMasked = 0x80
/** Lengths up to 125 fit into the second byte; these two values mean that the length follows in two or eight bytes. */
const [shortLength, longLength] = [126, 127]

export function clientFrame(opcode: number, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const lengthBytes = payload.length < shortLength ? 0 : payload.length < 2 ** 16 ? 2 : 8
  const head = 2 + lengthBytes + maskLength
  const frame = new Uint8Array(head + payload.length)
  const view = new DataView(frame.buffer)
  view.setUint8(0, isLast | opcode)
  if (lengthBytes === 0) view.setUint8(1, isMasked | payload.length)
  else if (lengthBytes === 2) {
    view.setUint8(1, isMasked | shortLength)
    view.setUint16(2, payload.length)
  } else {
    view.setUint8(1, isMasked | longLength)
    view.setBigUint64(2, BigInt(payload.length))
  }
  frame.set(payload, head)
  return frame
}

export type FrameSpan = Readonly<{
  opcode: number
  /** The message ends with this frame. */
  last: boolean
  start: number
  end: number
}>

/** Payload range of the frame at `at`; null if the frame is incomplete at `end`. */
export function frameAt(bytes: Uint8Array, at: number, end: number): FrameSpan | null {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1] ?? 0
  const short = second & 0x7f
  const lengthBytes = short === longLength ? 8 : short === shortLength ? 2 : 0
  const start = at + 2 + lengthBytes + ((second & isMasked) === 0 ? 0 : maskLength)
  if (start > end) return null
  let length = lengthBytes === 0 ? short : 0
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
  const span = { opcode: first & 0x0f, last: (first & isLast) !== 0, start, end: start + length }
  return span.end > end ? null : span
}
