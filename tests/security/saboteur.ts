// Loaded into every process and thread of a program before all else: the one named in SABOTAGE crashes as soon as it
// sends a request that holds what is named in SABOTAGE_AT, with all of it in message, cause and members of the error.
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const placeHere = isMainThread ? (process.send === undefined ? 'program' : 'process') : 'thread'
type Write = (this: Socket, bytes: Uint8Array | string, ...rest: unknown[]) => boolean
const sockets = Socket.prototype as unknown as { write: Write }
const { write } = sockets

const sabotaged: Write = function (bytes, ...rest) {
  const sent = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()
  if (sent.includes(process.env['SABOTAGE_AT'] ?? '')) setImmediate(() => crash(sent))
  return write.call(this, bytes, ...rest)
}

function crash(sent: string): void {
  const cause = new Error(`cause: ${sent}`)
  throw Object.assign(new TypeError(`sabotage: ${sent}`, { cause }), {
    request: sent,
    sent: [sent],
  })
}

if (process.env['SABOTAGE'] === placeHere) sockets.write = sabotaged
