// Records of one worker on the axis of the whole run. All times of a record move by the same amount, so every latency
// stays a difference on the worker's own clock.
import type { FirstTimes, RequestRecord } from '#core/model/run/request-record.ts'
import type { ClockFit } from '#core/telemetry/clock-fit.ts'

type Axis = Readonly<{
  clock: ClockFit
  /** Start of the run by our monotonic clock, in ms. */
  startMs: number
  /** Start of the worker's own axis by its monotonic clock, in ms. */
  startThereMs: number
}>

export class Placement {
  readonly #axis: Axis
  /** The largest error of a time that was placed; null before any was. */
  withinMs: number | null = null

  constructor(axis: Axis) {
    this.#axis = axis
  }

  /** A request departs on the schedule of the plan, which is that of the whole run already; a later turn does not. */
  place(record: RequestRecord): RequestRecord {
    const byUs = Math.max(this.shiftUs(record.endedAtUs), -record.sentAtUs)
    const isScheduled = (record.turn?.number ?? 0) === 0
    return {
      ...record,
      scheduledAtUs: isScheduled ? record.scheduledAtUs : record.scheduledAtUs + byUs,
      sentAtUs: record.sentAtUs + byUs,
      firstTokenAtUs: moved(record.firstTokenAtUs, byUs),
      firstAtUs: movedTimes(record.firstAtUs, byUs),
      endedAtUs: record.endedAtUs + byUs,
    }
  }

  /** What a time of the worker's own axis lacks on that of the run, in whole µs. */
  shiftUs(atUs: number): number {
    const { clock, startMs, startThereMs } = this.#axis
    const thereMs = startThereMs + atUs / 1000
    const oursMs = thereMs - clock.at(startMs + atUs / 1000).offsetMs
    const { offsetMs, uncertaintyMs } = clock.at(oursMs)
    this.withinMs = Math.max(this.withinMs ?? 0, uncertaintyMs)
    return Math.round((thereMs - offsetMs - startMs) * 1000) - atUs
  }
}

function movedTimes({ chunk, content, reasoning, toolCall }: FirstTimes, byUs: number): FirstTimes {
  return {
    chunk: moved(chunk, byUs),
    content: moved(content, byUs),
    reasoning: moved(reasoning, byUs),
    toolCall: moved(toolCall, byUs),
  }
}

function moved(atUs: number | null, byUs: number): number | null {
  return atUs === null ? null : atUs + byUs
}
