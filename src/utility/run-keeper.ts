// Entry point of a thread that stores a run of the command line.
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveRunKeeper } from '#node/runs/serve-run-keeper.ts'

guardLastWords()

serveRunKeeper()
