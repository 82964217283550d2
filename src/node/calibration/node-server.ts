// The truthful server in JavaScript, in its own process: used if no compiler is found.
import { fromWire } from '#contract/app-error.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import type { FromTruthfulServer, ToTruthfulServer } from '#contract/simulator-protocol.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'
import type { ServerTiming, Truth } from '#core/model/run/calibration.ts'
import type { TruthfulServer } from './truthful-server.ts'

export type TruthPort = ChildProcessPort<ToTruthfulServer, FromTruthfulServer>

export function startNodeServer(
  spawn: () => TruthPort,
  timing: ServerTiming,
): Promise<TruthfulServer> {
  const port = spawn()
  return new Promise((resolve, reject) => {
    let onTruths: (truths: readonly Truth[]) => void = () => undefined
    let onLost: (error: AppError) => void = reject
    port.onExit((code) => onLost(lost(code)))
    port.onMessage((message) => {
      switch (message.type) {
        case 'ready':
          return resolve({ port: message.port, stop })
        case 'truths':
          return onTruths(message.truths)
        case 'failed':
          return onLost(fromWire(message.error))
      }
    })
    port.post({ type: 'start', timing })

    function stop(): Promise<readonly Truth[]> {
      const reported = new Promise<readonly Truth[]>((resolve, reject) => {
        onTruths = resolve
        onLost = reject
      })
      port.post({ type: 'stop' })
      return reported.finally(() => port.kill())
    }
  })
}

function lost(code: number): AppError {
  return new AppError('process-ended', message('servers.truthEnded', { code }))
}
