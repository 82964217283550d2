// Entry point of a load thread.
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveLoadThread } from '#node/load/workers/serve-load-thread.ts'

guardLastWords()

await serveLoadThread()
