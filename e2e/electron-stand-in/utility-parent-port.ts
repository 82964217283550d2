// Loaded before a utility process's own code: gives it Electron's `process.parentPort` over Node's channel.
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message: object): void {
    process.send?.(message)
  }
}

const parentPort = new ParentPort()
// As in Electron, messages wait until there is a listener: a child that loads slowly misses none.
parentPort.on('newListener', (event) => {
  if (event !== 'message' || parentPort.listenerCount('message') > 0) return
  process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
})
// Electron's utility processes end with the program.
process.on('disconnect', () => process.exit(1))
Object.assign(process, { parentPort })
