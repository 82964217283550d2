// What a thread begins with that keeps a run of the command line.
import { serveRunKeeper } from '#node/application/keeping/serve-run-keeper.ts'

serveRunKeeper()
