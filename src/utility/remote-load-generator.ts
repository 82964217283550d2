// The load generator as one file that is copied to a host: entry point of its process and each of its threads.
import { isMainThread } from 'node:worker_threads'
import { guardLastWords } from '#node/crash/last-words.ts'
import { takeLoad } from '#node/load/workers/listen-for-load.ts'
import { serveRemoteLoad } from '#node/load/workers/serve-remote-load.ts'
import { createScaledLoadRunner } from '#node/load/run-load.ts'
import { serveLoadThread } from '#node/load/workers/serve-load-thread.ts'

guardLastWords()

const [, , mode, keyFile = ''] = process.argv

if (isMainThread) {
  // On this computer, Ctrl-C reaches every process of a command; the other end decides the reaction.
  process.on('SIGINT', () => undefined)
  const streams =
    mode === 'listen'
      ? both(await takeLoad(keyFile, (code) => process.exit(code)))
      : { input: process.stdin, output: process.stdout }
  const serving = { ...streams, leave: () => process.exit() }
  serveRemoteLoad(serving, createScaledLoadRunner(new URL(import.meta.url)))
  // A connection is paused after its first line.
  streams.input.resume()
} else {
  await serveLoadThread()
}

function both<Stream>(stream: Stream) {
  return { input: stream, output: stream }
}
