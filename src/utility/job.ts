// A separate process for one job, so that the application stays responsive to its windows.
import type { FromJob, ToJob } from '#contract/job-protocol.ts'
import type { FromPreparation, ToPreparation } from '#contract/preparation-protocol.ts'
import { guardEventLoop } from '#node/crash/loop-guard.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveJob } from '#node/jobs/serve-job.ts'
import { parentPort } from './parent-port.ts'

/** A report of a million requests takes a minute on a busy core. */
const longestComputationS = 600

guardLastWords()
guardEventLoop(longestComputationS)

serveJob(parentPort<FromJob | FromPreparation, ToJob | ToPreparation>())
