// One simulated server in its own process: started, observed, stopped. A crash is reported like any other end.
import { fromWire } from '#contract/app-error.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { FromSimulator, ToSimulator } from '#contract/simulator-protocol.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { SimulatorSpec } from '#core/model/server.ts'

export type SimulatorPort = ChildProcessPort<ToSimulator, FromSimulator>

type SimulatorListener = Readonly<{
  onLog(line: string): void
  onPhase(phase: string, progress: number): void
  onReady(port: number): void
  /** Called at most once, and never after `stop`. */
  onFailed(error: AppError): void
}>

export type SimulatorProcess = Readonly<{
  /** Emits no more events; resolves when the process has exited. */
  stop(): Promise<void>
}>

/** Time for a process to exit before it is killed. */
const patienceMs = 2000

export function startSimulatorProcess(
  spec: SimulatorSpec,
  spawn: () => SimulatorPort,
  listener: SimulatorListener,
): SimulatorProcess {
  const port = spawn()
  let listening = true
  const ended = new Promise<void>((resolve) => {
    port.onExit((code) => {
      if (listening) fail(appError('process-ended', 'servers.simulatorEnded', { code }))
      resolve()
    })
  })

  function fail(error: AppError): void {
    listening = false
    listener.onFailed(error)
  }

  port.onMessage((message) => {
    if (!listening) return
    switch (message.type) {
      case 'log':
        return listener.onLog(message.line)
      case 'phase':
        return listener.onPhase(message.phase, message.progress)
      case 'ready':
        return listener.onReady(message.port)
      case 'failed':
        port.kill()
        return fail(fromWire(message.error))
    }
  })
  port.post({ type: 'start', spec })

  return {
    async stop() {
      listening = false
      port.post({ type: 'stop' })
      const timer = setTimeout(() => port.kill(), patienceMs)
      await ended
      clearTimeout(timer)
    },
  }
}
