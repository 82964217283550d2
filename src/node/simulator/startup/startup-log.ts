// When a starting server says what: the phases of vLLM, spread over the time the start is to take.
import type { LogRecord } from '../log-line.ts'
import { startupPhases, type PhaseDetails } from './startup-phases.ts'

export type StartupEvent = Readonly<{
  /** Seconds from the start. */
  atS: number
  phase: string
  /** Of the whole start, 0–1. */
  progress: number
  /** A log record, or a line that comes bare, as progress bars and the web server's own lines do. */
  entry: LogRecord | string
}>

export function planStartup(details: PhaseDetails, startupS: number): StartupEvent[] {
  let begin = 0
  return startupPhases.flatMap(({ name, share, entries }) => {
    const phaseBegin = begin
    begin += share
    const said = entries(details, startupS * share)
    return said.map((entry, index) => {
      const progress = phaseBegin + (share * index) / said.length
      return { atS: startupS * progress, phase: name, progress, entry }
    })
  })
}
