// A process for one job of the application, so that it stays free to answer its windows meanwhile.
import type { FromJob, ToJob } from '#contract/job-protocol.ts'
import { guardLastWords } from '#node/crash/last-words.ts'
import { serveJob } from '#node/jobs/serve-job.ts'
import { parentPort } from './parent-port.ts'

guardLastWords()

serveJob(parentPort<FromJob, ToJob>())
