// A worker in the current process: the load generator's service behind a port whose messages take a turn of the event loop.
import type { FromLoadGenerator, ToLoadGenerator } from '#contract/load-protocol.ts'
import { ClockFit } from '#core/telemetry/clock-fit.ts'
import type { LoadRunner } from '../load-runner.ts'
import { serveLoadGenerator } from './load-generator-service.ts'
import { runLoad } from '../run-load.ts'
import { monotonicS } from '../runtime/clock.ts'
import type { WorkerPort, WorkerSource } from './worker-source.ts'

export function inProcessWorker(name: string, run: LoadRunner = runLoad): WorkerSource {
  return { name, open: () => openPort(name, run) }
}

function openPort(name: string, run: LoadRunner): WorkerPort {
  const clock = new ClockFit()
  let take: (message: ToLoadGenerator) => void = () => undefined
  let hear: (message: FromLoadGenerator) => void = () => undefined
  let isOver = false
  setImmediate(() =>
    serveLoadGenerator(
      {
        post: (message) => void setImmediate(() => isOver || hear(message)),
        onMessage: (listener) => (take = listener),
      },
      run,
    ),
  )
  return {
    clock,
    origin: () => ({ hostName: name, nodeVersion: '', clockOffsetMs: 0, clockUncertaintyMs: 0 }),
    exchangeTimes: () => {
      const askedMs = performance.now()
      clock.add({ askedMs, heardMs: performance.now(), reportedMs: monotonicS() * 1000 })
      return Promise.resolve()
    },
    post: (message) => void setImmediate(() => take(message)),
    onMessage: (listener) => (hear = listener),
    onExit: () => undefined,
    kill: () => (isOver = true),
  }
}
