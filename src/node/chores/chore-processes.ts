// Chores given to processes, one each. A process is gone when its chore is done, given up or crashed.
import { fromWire } from '#contract/app-error.ts'
import type { ChoreName, ChoreOrder, Chores, FromChore, ToChore } from '#contract/chore-protocol.ts'
import type { ChildProcessPort } from '#contract/process-port.ts'
import { message } from '#core/messages/message.ts'
import { AppError } from '#core/model/app-error.ts'

export type SpawnChore = <Name extends ChoreName>() => ChildProcessPort<
  ToChore<Name>,
  FromChore<Name>
>

export type ChoreProcessesOptions = Readonly<{ databasePath: string; spawn: SpawnChore }>

export class ChoreProcesses {
  readonly #databasePath: string
  readonly #spawn: SpawnChore
  readonly #closing = new AbortController()

  constructor({ databasePath, spawn }: ChoreProcessesOptions) {
    this.#databasePath = databasePath
    this.#spawn = spawn
  }

  /** Rejects with `cancelled` once the signal aborts; what was already written into the database stays. */
  async do<Name extends ChoreName>(
    order: ChoreOrder<Name>,
    signal?: AbortSignal,
  ): Promise<Chores[Name]['output']> {
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    if (stop.aborted) throw cancelled()
    const port = this.#spawn<Name>()
    try {
      return await answerOf(port, { databasePath: this.#databasePath, order }, stop)
    } finally {
      port.kill()
    }
  }

  /** Gives up every chore. */
  close(): void {
    this.#closing.abort()
  }
}

function answerOf<Name extends ChoreName>(
  port: ChildProcessPort<ToChore<Name>, FromChore<Name>>,
  message: ToChore<Name>,
  stop: AbortSignal,
): Promise<Chores[Name]['output']> {
  return new Promise((resolve, reject) => {
    stop.addEventListener('abort', () => reject(cancelled()), { once: true })
    port.onExit((code) => reject(endedEarly(code)))
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

function endedEarly(code: number): AppError {
  return new AppError('process-ended', message('files.jobEnded', { code }), {
    remedy: message('files.jobEnded.remedy'),
  })
}
