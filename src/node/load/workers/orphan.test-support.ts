// Starts the process given as its argument, prints its pid, and waits to be killed.
import { fork } from 'node:child_process'

const child = fork(new URL(process.argv[2] ?? ''), { serialization: 'advanced' })
child.once('message', () => process.send?.(child.pid))
