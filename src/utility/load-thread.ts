// Entry point of a load thread.
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveLoadThread } from '#node/load/threads/serve-load-thread.ts'

guardLastWords()

await serveLoadThread()
