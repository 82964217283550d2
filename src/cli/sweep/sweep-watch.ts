// State of a sweep while it runs: its runs by point, updated by the application's events.
import type { AppEvent } from '#contract/app-events.ts'
import type { Run } from '#core/model/run/run.ts'
import type { SweepLogEntry, SweepLogKind } from '#core/model/sweep-log.ts'
import type { Sweep, SweepPoint } from '#core/model/sweep.ts'
import { sweepColumns, type SweepTextRow } from '#core/documents/sweep-rows.ts'
import { message, type Text } from '#core/messages/message.ts'
import { logText } from '#core/report/log-text.ts'
import type { Terminal } from '../command.ts'
import { isTerminated } from '../terminal/interrupt.ts'
import { type Client, type News, untilNews } from '#node/application/services/client-of.ts'
import type { LoadProgress } from '#contract/load-protocol.ts'
import { durationText } from '#core/base/duration-text.ts'
import { growingTable } from '#core/documents/table.ts'
import { progressBar, progressSentence } from '../bench/progress-line.ts'

/** Statuses that do not change without user action. */
const restingStatuses: readonly Sweep['status'][] = [
  ...(['paused', 'interrupted', 'completed', 'cancelled', 'failed'] as const),
]

export type WatchTools = Readonly<{
  client: Client
  news: News
  terminal: Terminal
  /** Aborts the current point; the sweep can be resumed. */
  interrupt(): Promise<void>
}>

/** Last reported state, which may contain more than was stored. */
type WatchedSweep = Readonly<{ sweep: Sweep; runs: readonly Run[] }>

/** Displays a sweep until it ends or pauses; resolves with its final state. */
export async function watchSweep(
  begun: Sweep,
  { client, news, terminal, interrupt }: WatchTools,
): Promise<WatchedSweep> {
  const watch = new SweepWatch(begun, sweepDisplay(begun, terminal))
  const rests = untilNews(news, (event) => watch.hear(event))
  const pause = (): void => {
    if (isTerminated(terminal.interrupted)) return void interrupt()
    watch.say(pausing)
    void client.sweeps.pause({ id: begun.id }).catch(() => undefined)
  }
  terminal.interrupted.addEventListener('abort', pause, { once: true })
  for (const run of await runsOf(begun, client)) watch.hear({ type: 'run', run })
  const sweep = await client.sweeps.get({ id: begun.id })
  if (!watch.hear({ type: 'sweep', sweep })) await rests
  terminal.interrupted.removeEventListener('abort', pause)
  watch.end()
  return watch.known
}

const pausing = message('cli.pausing')

async function runsOf({ points }: Sweep, client: Client): Promise<Run[]> {
  const ids = points.flatMap(({ runId }) => runId ?? [])
  return Promise.all(ids.map((id) => client.runs.get({ id })))
}

/** Rows of points that were measured or attempted. */
export function rowsOf(
  points: readonly SweepPoint[],
  runs: ReadonlyMap<string, Run>,
): SweepTextRow[] {
  return points.map((point) => ({ point, runs: measuredRuns(point, runs) }))
}

function measuredRuns(
  { status, runId }: SweepPoint,
  runs: ReadonlyMap<string, Run>,
): SweepTextRow['runs'] {
  const run = runs.get(runId ?? '')
  if (status !== 'completed' || run === undefined || run.summary === null) return []
  return [{ config: run.config, summary: run.summary }]
}

const endedStatuses: readonly SweepPoint['status'][] = ['completed', 'skipped', 'failed']

class SweepWatch {
  readonly #display: SweepDisplay
  readonly #runs = new Map<string, Run>()
  readonly #shown = new Set<number>()
  readonly #reported = new Set<string>()
  #sweep: Sweep
  /** Time of the first update, and the number of points that had ended by then. */
  readonly #beganAtMs = performance.now()
  readonly #endedBefore: number

  constructor(sweep: Sweep, display: SweepDisplay) {
    this.#sweep = sweep
    this.#display = display
    this.#endedBefore = ended(sweep.points).length
  }

  get known(): WatchedSweep {
    return { sweep: this.#sweep, runs: [...this.#runs.values()] }
  }

  /** Returns whether the sweep has ended or paused. */
  hear(event: AppEvent): boolean {
    const { id } = this.#sweep
    if (event.type === 'run' && event.run.sweepId === id) this.#runs.set(event.run.id, event.run)
    if (event.type === 'sweep-log' && event.id === id) {
      event.entries.filter(isToldApart).forEach((entry) => this.#tell(entry))
    }
    if (event.type === 'live') this.#showProgress(event)
    if (event.type === 'step' && event.share !== undefined) this.#display.sending(event.share)
    if (event.type !== 'sweep' || event.sweep.id !== id) return false
    this.#see(event.sweep)
    return restingStatuses.includes(event.sweep.status)
  }

  #see(sweep: Sweep): void {
    this.#sweep = sweep
    for (const row of rowsOf(sweep.points, this.#runs)) {
      const { index, status } = row.point
      if (!endedStatuses.includes(status) || this.#shown.has(index)) continue
      this.#shown.add(index)
      this.#display.row(row)
    }
  }

  say(text: Text): void {
    this.#display.log(text)
  }

  /** Prints facts common to all points only once. */
  #tell(entry: SweepLogEntry): void {
    const { kind, values } = entry
    // The reason contains an address, which changes with each start of a server.
    const fact = JSON.stringify([kind, kind === 'caches-kept' ? values['remedy'] : values])
    if (!this.#reported.has(fact)) this.say(logText(entry, this.#sweep.plan.config))
    this.#reported.add(fact)
  }

  end(): void {
    this.#display.end()
  }

  #showProgress({ snapshot }: Extract<AppEvent, { type: 'live' }>): void {
    const { points, plan } = this.#sweep
    const point = points.find(({ runId }) => runId === snapshot.runId)
    if (point === undefined) return
    const position =
      plan.search === null ? `${point.index + 1}/${points.length}` : `${point.index + 1}`
    this.#display.underway({ position, progress: snapshot, leftS: this.#leftS(snapshot.etaS) })
  }

  /** Estimated from previous points; the number of points of a search is unknown. */
  #leftS(etaS: number | null): number | null {
    const { points, plan } = this.#sweep
    const done = ended(points).length - this.#endedBefore
    if (done === 0 || plan.search !== null) return null
    const eachS = (performance.now() - this.#beganAtMs) / 1000 / done
    const waiting = points.filter(({ status }) => status === 'waiting').length
    return waiting * eachS + (etaS ?? eachS / 2)
  }
}

function ended(points: readonly SweepPoint[]): readonly SweepPoint[] {
  return points.filter(({ status }) => endedStatuses.includes(status))
}

const shownOtherwise: readonly SweepLogKind[] = [
  ...(['started', 'ended', 'point-started', 'point-ended'] as const),
  ...(['caches-reset', 'cooling-down', 'search-ended'] as const),
]

/** True for entries that the table does not show and that are not routine between points. */
function isToldApart({ kind, values }: SweepLogEntry): boolean {
  const isInterrupted = kind === 'point-ended' && values['status'] === 'interrupted'
  return isInterrupted || !shownOtherwise.includes(kind)
}

type Underway = Readonly<{
  /** `3/18`, or `4` for a search. */
  position: string
  progress: LoadProgress
  /** Remaining seconds of the whole sweep; null if unknown. */
  leftS: number | null
}>

type SweepDisplay = Readonly<{
  row(row: SweepTextRow): void
  /** Prints a line of the sweep's log. */
  log(line: Text): void
  underway(underway: Underway): void
  /** Shows the progress of an upload to a host, 0 to 1. */
  sending(share: number): void
  end(): void
}>

function sweepDisplay(sweep: Sweep, terminal: Terminal): SweepDisplay {
  const table = growingTable(sweepColumns(sweep), terminal.outputLanguage)
  const line = terminal.isScreen ? redrawnLine(terminal) : occasionalLine(terminal)
  let hasHead = false
  return {
    row(row) {
      line.clear()
      if (!hasHead) terminal.print(`\n${table.head}`)
      hasHead = true
      terminal.print(table.line(row))
    },
    log(text) {
      line.clear()
      terminal.note(message('cli.logLine', { text }))
    },
    underway: line.show,
    sending: line.sending,
    end: line.clear,
  }
}

type Line = Readonly<{
  show(underway: Underway): void
  sending(share: number): void
  clear(): void
}>

function redrawnLine({ draw, columns }: Terminal): Line {
  return {
    show({ position, progress, leftS }) {
      const left = leftS === null ? '' : `  ${durationText(leftS)} left in all`
      const head = `${position}  `
      const room = columns - 1 - head.length - left.length
      draw(`\r${head}${progressBar(progress, room)}${left}\u001b[K`)
    },
    sending: (share) => draw(`\r${sendingText(share)}\u001b[K`),
    clear: () => draw('\r\u001b[K'),
  }
}

/** Interval of progress lines in a log, in seconds. */
const quietS = 10

function occasionalLine({ note }: Terminal): Line {
  let position = ''
  let nextAtS = quietS
  return {
    show(underway) {
      if (underway.position !== position) nextAtS = quietS
      position = underway.position
      const { progress, leftS } = underway
      if (progress.elapsedS < nextAtS) return
      nextAtS = progress.elapsedS + quietS
      const sentence = { position, progress: progressSentence(progress) }
      note(
        leftS === null
          ? message('cli.atPosition', sentence)
          : message('cli.leftInAll', { ...sentence, time: durationText(leftS) }),
      )
    },
    sending(share) {
      if (share === 1) note(sendingText(share))
    },
    clear: () => undefined,
  }
}

function sendingText(share: number): string {
  return `Node is sent to the host: ${Math.floor(share * 100)} %`
}
