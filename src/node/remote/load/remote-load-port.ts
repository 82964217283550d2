// The load generator on a host, with the interface of a local process. Its times are converted
// to our clock.
import { once } from 'node:events'
import type {
  FromLoadGenerator,
  FromRemoteLoad,
  LoadOutcome,
  ToLoadGenerator,
  ToRemoteLoad,
} from '#contract/load-protocol.ts'
import { message } from '#core/messages/message.ts'
import { appError, AppError } from '#core/model/app-error.ts'
import type { LoadOrigin } from '#core/model/run/run-summary.ts'
import { ClockFit, clockOffset, type ClockOffset, surerOffset } from '#core/telemetry/clock-fit.ts'
import { tellable } from '#node/crash/tellable.ts'
import { framePieces, FrameReader, framesBegin } from '#node/load/workers/frames.ts'
import { steadyClock } from '#node/load/runtime/clock.ts'
import type { WorkerPort } from '#node/load/workers/worker-source.ts'
import type { RunningProgram } from '../host.ts'
import { stallWatch, type StallWatch } from './stall-watch.ts'
import type { RemoteLoad } from './start-remote-program.ts'

/** Number of consecutive time exchanges; the fastest counts. */
const exchangesInRow = 8
/** Interval of time exchanges during a run. They also serve as a keep-alive. */
const askEveryMs = 250
/** The generator responds to every exchange, so a longer silence means that it hangs or is unreachable. */
const longestSilenceMs = 60_000
/** A quarter of a second of records takes far less. */
const longestMessageBytes = 2 ** 28
/** Kills a program that does not exit when its streams are closed. */
const longestEndMs = 2000

export class RemoteLoadPort implements WorkerPort {
  readonly #hostName: string
  readonly #silenceMs: number
  /** Time limit from the start of its program. */
  #silence: StallWatch | null = null
  readonly #reader = new FrameReader(longestMessageBytes)
  readonly #epochMs = steadyClock()
  readonly clock = new ClockFit()
  #listeners: ((message: FromLoadGenerator) => void)[] = []
  #load: RemoteLoad | null = null
  #isOver = false
  #hasFailed = false
  /** Exchanges of the current series. */
  #exchangesLeft = 0
  #onExchanged: () => void = () => undefined
  #offset: ClockOffset | null = null
  #asking: NodeJS.Timeout | undefined
  /** Messages from the host, in order. */
  #sent: Promise<void> = Promise.resolve()
  #knowsPlan = false
  readonly #leaving = new AbortController()

  constructor(
    hostName: string,
    start: (signal: AbortSignal) => Promise<RemoteLoad>,
    silenceMs = longestSilenceMs,
  ) {
    this.#hostName = hostName
    this.#silenceMs = silenceMs
    void this.#follow(start)
  }

  post(message: ToLoadGenerator): void {
    // Behind a long plan on a slow connection it would arrive late.
    if (message.type === 'cancel' && !this.#knowsPlan) this.#fail(cancelled(this.#hostName))
    else this.#send(message)
  }

  onMessage(listener: (message: FromLoadGenerator) => void): void {
    this.#listeners.push(listener)
  }

  /** `onMessage` reports its end as a failure, with a reason. */
  onExit(): void {}

  kill(): void {
    this.#isOver = true
    this.#onExchanged()
    this.#leaving.abort()
    this.#silence?.end()
    clearInterval(this.#asking)
    if (this.#load !== null) void leave(this.#load.running)
  }

  origin(): LoadOrigin {
    const { offsetMs, uncertaintyMs } = this.#offset ?? { offsetMs: 0, uncertaintyMs: Infinity }
    return {
      hostName: this.#hostName,
      nodeVersion: this.#load?.nodeVersion ?? '',
      clockOffsetMs: offsetMs,
      clockUncertaintyMs: uncertaintyMs,
    }
  }

  exchangeTimes(): Promise<void> {
    if (this.#isOver || this.#hasFailed) return Promise.resolve()
    this.#exchangesLeft = exchangesInRow
    return new Promise((resolve) => {
      this.#onExchanged = resolve
      this.#ask()
    })
  }

  async #follow(start: (signal: AbortSignal) => Promise<RemoteLoad>): Promise<void> {
    try {
      const load = await start(this.#leaving.signal)
      this.#load = load
      if (this.#isOver) return await leave(load.running)
      const { stdin, stdout, stderr, ended } = load.running
      let said = ''
      stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2000)))
      // Its end reports the error; an unhandled event would end this process.
      for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)
      stdout.on('data', (bytes: Buffer) => this.#read(bytes))
      this.#silence = stallWatch(this.#silenceMs)
      this.#silence.signal.addEventListener('abort', () => this.#fail(this.#silent()))
      stdin.write(framesBegin)
      const end = await ended.catch((cause: unknown) => ({ code: null, cause }))
      if (this.#isOver) return
      const why = await load.whyEnded?.(end.code)
      if (why) throw why
      if ('cause' in end) throw broken(this.#hostName, end.cause)
      throw endedEarly(this.#hostName, end.code, said)
    } catch (error) {
      this.#fail(error)
    }
  }

  #silent(): AppError {
    const seconds = Math.round(this.#silenceMs / 1000)
    return appError('host-failed', 'hosts.loadSilent', { host: this.#hostName, seconds })
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return
    this.#silence?.moved()
    try {
      for (const message of this.#reader.add(bytes)) this.#take(message as FromRemoteLoad)
    } catch (error) {
      this.#fail(error)
    }
  }

  #take(message: FromRemoteLoad): void {
    switch (message.type) {
      case 'ready':
        void this.exchangeTimes().then(() => this.#begin())
        break
      case 'clock':
        this.#hear(message)
        break
      case 'finished':
        this.#tell({ type: 'finished', outcome: this.#byOurClock(message.outcome) })
        break
      case 'phase':
      case 'prepared':
      case 'places':
      case 'progress':
      case 'records':
      case 'failed':
        this.#tell(message)
    }
  }

  #begin(): void {
    if (this.#isOver) return
    this.#asking = setInterval(() => this.#ask(), askEveryMs)
    this.#tell({ type: 'ready' })
  }

  #ask(): void {
    this.#send({ type: 'clock', askedMs: performance.now() })
  }

  #hear({ askedMs, epochMs, monotonicMs }: Extract<FromRemoteLoad, { type: 'clock' }>): void {
    const heardMs = performance.now()
    const toEpochMs = this.#epochMs() - heardMs
    this.clock.add({ askedMs, heardMs, reportedMs: monotonicMs })
    const heard = { askedMs: askedMs + toEpochMs, heardMs: heardMs + toEpochMs }
    this.#offset = surerOffset(this.#offset, clockOffset({ ...heard, reportedMs: epochMs }))
    if (this.#exchangesLeft === 0) return
    this.#exchangesLeft -= 1
    if (this.#exchangesLeft > 0) this.#ask()
    else this.#onExchanged()
  }

  #byOurClock(outcome: LoadOutcome): LoadOutcome {
    const { clockOffsetMs } = this.origin()
    return { ...outcome, startedAtEpochMs: outcome.startedAtEpochMs - clockOffsetMs }
  }

  #send(message: ToRemoteLoad): void {
    this.#sent = this.#sent
      .then(() => this.#write(message))
      .catch((error: unknown) => this.#fail(error))
  }

  /** Waits for the connection to drain, because a plan may be larger than the free memory. */
  async #write(message: ToRemoteLoad): Promise<void> {
    const stdin = this.#load?.running.stdin
    const { signal } = this.#leaving
    for (const piece of framePieces(message)) {
      if (stdin === undefined || this.#isOver) return
      // The program's end reports a broken stream, with its cause.
      const isTaken = stdin.write(piece) || (await once(stdin, 'drain', { signal }).then(yes, no))
      if (!isTaken) return
      // Sending a long plan over a slow connection takes time.
      if (message.type === 'start') this.#silence?.moved()
    }
    if (message.type === 'start') this.#knowsPlan = true
  }

  #fail(error: unknown): void {
    this.#hasFailed = true
    this.#silence?.end()
    this.#onExchanged()
    this.#tell({ type: 'failed', error: tellable(error) })
  }

  #tell(message: FromLoadGenerator): void {
    if (this.#isOver) return
    for (const listen of this.#listeners) listen(message)
  }
}

const yes = () => true
const no = () => false

async function leave({ stdin, stdout, stderr, ended, kill }: RunningProgram): Promise<void> {
  // Unread output keeps its session open.
  stdout.resume()
  stderr.resume()
  stdin.end()
  const timer = setTimeout(kill, longestEndMs)
  await ended.catch(() => undefined)
  clearTimeout(timer)
}

function cancelled(hostName: string): AppError {
  return new AppError('cancelled', message('hosts.loadNotStarted', { host: hostName }))
}

function broken(hostName: string, cause: unknown): AppError {
  return appError('host-unreachable', 'hosts.connectionBrokeInRun', { host: hostName }, { cause })
}

function endedEarly(hostName: string, code: number | null, said: string): AppError {
  const [reason] = said.trim().split('\n').slice(-1)
  return new AppError(
    'process-ended',
    reason
      ? message('hosts.loadEndedBecause', { host: hostName, code: String(code), why: reason })
      : message('hosts.loadEnded', { host: hostName, code: String(code) }),
    { remedy: message('hosts.loadEnded.remedy') },
  )
}
