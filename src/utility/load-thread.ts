// What a load thread begins with.
import { serveLoadThread } from '#node/load/threads/serve-load-thread.ts'

await serveLoadThread()
