// A process that waits for a load, like a task of a job.
import { takeLoad } from './listen-for-load.ts'

await takeLoad(process.argv[2] ?? '', (code) => process.exit(code))
