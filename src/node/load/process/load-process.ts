// A load runner whose load comes from a process of its own, so that nothing else delays its clock.
import { fromWire } from '#contract/app-error.ts'
import type {
  FromLoadGenerator,
  LoadOutcome,
  LoadPlan,
  ToLoadGenerator,
} from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { unpackRecords } from '#core/records/packed-records.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import { AppError } from '#core/model/app-error.ts'
import type { LoadHooks, LoadRunner } from '../load-runner.ts'

type GeneratorPort = ChildProcessPort<ToLoadGenerator, FromLoadGenerator>

/** One process per run; it is gone when the promise settles. Records delivered before a crash stay delivered. */
export function createProcessLoadRunner(spawn: () => GeneratorPort): LoadRunner {
  return async (plan, hooks, signal) => {
    const port = spawn()
    const cancel = () => port.post({ type: 'cancel' })
    signal.addEventListener('abort', cancel, { once: true })
    try {
      return await follow(port, { plan, hooks, signal })
    } finally {
      signal.removeEventListener('abort', cancel)
      port.kill()
    }
  }
}

type Run = Readonly<{ plan: LoadPlan; hooks: LoadHooks; signal: AbortSignal }>

function follow(port: GeneratorPort, { plan, hooks, signal }: Run): Promise<LoadOutcome> {
  return new Promise((resolve, reject) => {
    port.onExit((code) => reject(endedEarly(code)))
    port.onMessage((message) => {
      switch (message.type) {
        case 'ready':
          port.post({ type: 'start', plan })
          if (signal.aborted) port.post({ type: 'cancel' })
          break
        case 'phase':
          hooks.onPhase(message.phase)
          break
        case 'progress':
          hooks.onProgress(message.progress)
          break
        case 'records':
          hooks.onRecords(unpackRecords(message.records))
          port.post({ type: 'kept' })
          break
        case 'finished':
          resolve(message.outcome)
          break
        case 'failed':
          reject(fromWire(message.error))
          break
        // Only of a plan that several workers share.
        case 'prepared':
        case 'places':
          break
      }
    })
  })
}

export function endedEarly(code: number): AppError {
  return new AppError('process-ended', message('runs.generatorEnded', { code }), {
    remedy: message('hosts.loadEnded.remedy'),
  })
}
