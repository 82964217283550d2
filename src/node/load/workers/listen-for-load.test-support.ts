// A process that waits for a load, as a task of a job does.
import { takeLoad } from './listen-for-load.ts'

await takeLoad(process.argv[2] ?? '', (code) => process.exit(code))
