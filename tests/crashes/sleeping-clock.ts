// Loaded into a process before all else: its machine sleeps for two hours while it measures. Durations are taken from a
// clock that stands still meanwhile, as Linux's does; the time the machine has been up goes on.
import { createRequire, syncBuiltinESMExports } from 'node:module'

const os = createRequire(import.meta.url)('node:os') as { uptime: () => number }
const trueUptime = os.uptime
const asleepS = 7200
let sleptS = 0

process.once('SIGUSR2', () => (sleptS = asleepS))
os.uptime = () => trueUptime() + sleptS
syncBuiltinESMExports()
