// Records of one worker on the time axis of the whole run. All times of a record shift by the same amount, so every latency
// stays a difference on the worker's own clock.
import type { FirstTimes, RequestRecord } from '#core/records/request-record.ts'
import type { ClockFit } from '#core/telemetry/clock-fit.ts'

type Axis = Readonly<{
  clock: ClockFit
  /** Start of the run by the local monotonic clock, in ms. */
  startMs: number
  /** Start of the worker's axis by its own monotonic clock, in ms. */
  startThereMs: number
}>

export class Placement {
  readonly #axis: Axis
  /** Largest error of a shifted time; null before the first. */
  withinMs: number | null = null

  constructor(axis: Axis) {
    this.#axis = axis
  }

  /** Shifts a record. A first turn's scheduled time is already on the run's axis; a later turn's is not. */
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

  /** Offset from the worker's axis to the run's, at a time of the worker's axis, in whole µs. */
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
