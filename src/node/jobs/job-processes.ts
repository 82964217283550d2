// Runs each job in its own process. The process exits when its job is done, cancelled or crashed.
import { fromWire } from '#contract/app-error.ts'
import type { JobName, JobOrder, Jobs, FromJob, ToJob } from '#contract/job-protocol.ts'
import type { ChildProcessPort } from '#contract/app-events.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'

export type SpawnJob = <Name extends JobName>() => ChildProcessPort<ToJob<Name>, FromJob<Name>>

type JobProcessesOptions = Readonly<{ databasePath: string; spawn: SpawnJob }>

export class JobProcesses {
  readonly #databasePath: string
  readonly #spawn: SpawnJob
  readonly #closing = new AbortController()

  constructor({ databasePath, spawn }: JobProcessesOptions) {
    this.#databasePath = databasePath
    this.#spawn = spawn
  }

  /** Rejects with `cancelled` once the signal aborts; data already written to the database remains. */
  async do<Name extends JobName>(
    order: JobOrder<Name>,
    signal?: AbortSignal,
  ): Promise<Jobs[Name]['output']> {
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    if (stop.aborted) throw cancelled()
    const port = this.#spawn<Name>()
    try {
      return await answerOf(port, { databasePath: this.#databasePath, order }, stop)
    } finally {
      port.kill()
    }
  }

  /** Cancels all jobs. */
  close(): void {
    this.#closing.abort()
  }
}

function answerOf<Name extends JobName>(
  port: ChildProcessPort<ToJob<Name>, FromJob<Name>>,
  message: ToJob<Name>,
  stop: AbortSignal,
): Promise<Jobs[Name]['output']> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(cancelled()), { once: true })
    port.onExit((code) => reject(appError('process-ended', 'files.jobEnded', { code })))
    port.onMessage((answer) => {
      if (answer.type === 'done') resolve(answer.output)
      else reject(fromWire(answer.error))
    })
    port.post(message)
  })
}

function cancelled(): AppError {
  return new AppError('cancelled', message('files.jobCancelled'))
}
