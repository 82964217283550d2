// The load generator as one file that is put on a host: its process, and each of its threads, begin here.
import { isMainThread } from 'node:worker_threads'
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveRemoteLoad } from '#node/load/remote/serve-remote-load.ts'
import { createScaledLoadRunner } from '#node/load/threads/scaled-load-runner.ts'
import { serveLoadThread } from '#node/load/threads/serve-load-thread.ts'

guardLastWords()

if (isMainThread) {
  // On this computer, Ctrl-C reaches every process of a command; what it means for us is the other end's to say.
  process.on('SIGINT', () => undefined)
  const { stdin: input, stdout: output } = process
  const streams = { input, output, leave: () => process.exit() }
  serveRemoteLoad(streams, createScaledLoadRunner(new URL(import.meta.url)))
} else {
  await serveLoadThread()
}
