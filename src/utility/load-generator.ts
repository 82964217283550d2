// The load generator's process: receives plans from its parent, runs one after the other, and reports the results. Its only
// argument is the entry file of its threads.
import { pathToFileURL } from 'node:url'
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveLoadGenerator } from '#node/load/workers/load-generator-service.ts'
import { createScaledLoadRunner, runLoad } from '#node/load/run-load.ts'
import { parentPort } from './parent-port.ts'

guardLastWords()

const [threadFile] = process.argv.slice(2)

serveLoadGenerator(
  parentPort<FromLoadGenerator, ToLoadGenerator>(),
  threadFile === undefined ? runLoad : createScaledLoadRunner(pathToFileURL(threadFile)),
)
