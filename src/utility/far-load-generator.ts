// The load generator as one file that is put on a host: its process, and each of its threads, begin here.
import { isMainThread } from 'node:worker_threads'
import { serveFarLoad } from '#node/load/far/serve-far-load.ts'
import { createScaledLoadRunner } from '#node/load/threads/scaled-load-runner.ts'
import { serveLoadThread } from '#node/load/threads/serve-load-thread.ts'

if (isMainThread) {
  const { stdin: input, stdout: output } = process
  const streams = { input, output, leave: () => process.exit() }
  serveFarLoad(streams, createScaledLoadRunner(new URL(import.meta.url)))
} else {
  await serveLoadThread()
}
