// The load generator on a host: receives through its two streams the messages that a local process receives from its parent.
import type { Readable, Writable } from 'node:stream'
import type { FromRemoteLoad, ToLoadGenerator, ToRemoteLoad } from '#contract/load-protocol.ts'
import { serveLoadGenerator } from './load-generator-service.ts'
import type { LoadRunner } from '../load-runner.ts'
import { monotonicS } from '../runtime/clock.ts'
import { encodeFrame, FrameReader, framesBegin } from './frames.ts'

export type RemoteStreams = Readonly<{
  input: Readable
  output: Writable
  /** Nothing is pending any more: ends this process. */
  leave: () => void
}>

/** A waiting caller requests the time more often. A broken network may leave connections open for hours. */
const longestSilenceMs = 60_000

export function serveRemoteLoad({ input, output, leave }: RemoteStreams, run: LoadRunner): void {
  const reader = new FrameReader()
  let listen: (message: ToLoadGenerator) => void = () => undefined
  const silence = setTimeout(leave, longestSilenceMs)
  const tell = (message: FromRemoteLoad) => void output.write(encodeFrame(message))

  function take(message: ToRemoteLoad): void {
    if (message.type !== 'clock') return listen(message)
    const { askedMs } = message
    tell({ type: 'clock', askedMs, epochMs: Date.now(), monotonicMs: monotonicS() * 1000 })
  }

  input.on('data', (piece: Buffer) => {
    silence.refresh()
    for (const message of reader.add(piece)) take(message as ToRemoteLoad)
  })
  for (const event of ['end', 'close', 'error']) input.on(event, leave)
  output.on('error', leave)
  output.write(framesBegin)
  serveLoadGenerator({ post: tell, onMessage: (listener) => (listen = listener) }, run)
}
