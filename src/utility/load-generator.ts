// The load generator's process: takes one plan from its parent, runs it, and tells what came of it.
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import { serveLoadGenerator } from '#node/load/load-generator-service.ts'
import { runLoad } from '#node/load/run-load.ts'
import { parentPort } from './parent-port.ts'

serveLoadGenerator(parentPort<FromLoadGenerator, ToLoadGenerator>(), runLoad)
