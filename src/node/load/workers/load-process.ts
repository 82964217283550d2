// A load runner whose load is sent by a separate process, so that no other work delays its clock.
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
import { IdleProcess } from './idle-process.ts'

type Port = ChildProcessPort<ToLoadGenerator, FromLoadGenerator>

/** Each load has its own process, which is reused by the next load, because a new one must start and compile first. */
export class LoadProcesses {
  readonly #spawn: () => Port
  readonly #idle = new IdleProcess<LoadProcess>()

  constructor(spawn: () => Port) {
    this.#spawn = spawn
  }

  /** Records delivered before a crash are kept. */
  readonly run: LoadRunner = async (plan, hooks, signal) => {
    const generator = this.#idle.take() ?? new LoadProcess(this.#spawn())
    const cancel = () => generator.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    let isReusable = false
    try {
      const outcome = await generator.run({ plan, hooks, signal })
      // A late cancel would hit the next load.
      isReusable = !signal.aborted
      return outcome
    } finally {
      signal.removeEventListener('abort', cancel)
      if (isReusable) this.#idle.keep(generator)
      else generator.kill()
    }
  }

  close(): void {
    this.#idle.close()
  }
}

type Run = Readonly<{ plan: LoadPlan; hooks: LoadHooks; signal: AbortSignal }>

type RunningLoad = Run &
  Readonly<{ resolve: (outcome: LoadOutcome) => void; reject: (error: AppError) => void }>

class LoadProcess {
  readonly #port: Port
  #isReady = false
  #running: RunningLoad | null = null
  #failure: AppError | null = null

  constructor(port: Port) {
    this.#port = port
    port.onExit((code) => {
      this.#failure = endedEarly(code)
      this.#end()?.reject(this.#failure)
    })
    port.onMessage((message) => this.#take(message))
  }

  get isAlive(): boolean {
    return this.#failure === null
  }

  run(run: Run): Promise<LoadOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) return reject(this.#failure)
      this.#running = { ...run, resolve, reject }
      if (this.#isReady) this.#start(run)
    })
  }

  cancel(): void {
    this.#port.post({ type: 'cancel' })
  }

  kill(): void {
    this.#port.kill()
  }

  #start({ plan, signal }: Run): void {
    this.#port.post({ type: 'start', plan })
    if (signal.aborted) this.cancel()
  }

  #take(message: FromLoadGenerator): void {
    const hooks = this.#running?.hooks
    switch (message.type) {
      case 'ready':
        this.#isReady = true
        if (this.#running !== null) this.#start(this.#running)
        break
      case 'phase':
        hooks?.onPhase(message.phase)
        break
      case 'progress':
        hooks?.onProgress(message.progress)
        break
      case 'records':
        hooks?.onRecords(unpackRecords(message.records))
        this.#port.post({ type: 'kept' })
        break
      case 'finished':
        this.#end()?.resolve(message.outcome)
        break
      case 'failed':
        this.#end()?.reject(fromWire(message.error))
        break
      // Only for a plan that several workers share.
      case 'prepared':
      case 'places':
        break
    }
  }

  #end(): RunningLoad | null {
    const running = this.#running
    this.#running = null
    return running
  }
}

export function endedEarly(code: number): AppError {
  return new AppError('process-ended', message('runs.generatorEnded', { code }), {
    remedy: message('hosts.loadEnded.remedy'),
  })
}
