// Sends the same load to the truthful server through the native reader and undici in turns, so that each verifies the other.
import type { Text } from '#core/messages/message.ts'
import type { LoadTransport } from '#core/traits/load-traits.ts'
import { appError, type AppError } from '#core/model/app-error.ts'
import type { CrossCheckedPlace } from '#core/documents/cross-check-table.ts'
import type { CalibrationPlace } from '#core/stats/calibration/calibration-load.ts'
import {
  figureReadings,
  transportGaps,
  type FigureReading,
  type TransportPair,
} from '#core/stats/calibration/transport-check.ts'
import { runPoint, type PointTools } from './measure-point.ts'

/** Runs over each transport: enough for a confidence interval. */
const crossCheckRounds = 6

type CrossCheckOptions = Readonly<{
  signal: AbortSignal
  rounds?: number
  onRound: (done: number, rounds: number) => void
}>

/** Null if cancelled. Throws AppError if requests fail. */
export async function crossCheck(
  place: CalibrationPlace,
  tools: PointTools,
  { signal, rounds = crossCheckRounds, onRound }: CrossCheckOptions,
): Promise<CrossCheckedPlace | null> {
  const pairs: TransportPair[] = []
  let requests = 0
  const read = async (transport: LoadTransport): Promise<FigureReading[] | null> => {
    const run = signal.aborted ? null : await runPoint(place, tools, { signal, transport })
    if (run === null) return null
    requests = run.load.requests
    const failed = run.records.flatMap(({ error }) => error ?? [])
    const [first] = failed
    if (first !== undefined)
      throw unmeasurable(transport, failed.length, first.text ?? first.message)
    return figureReadings(run.records, run.truths)
  }
  while (pairs.length < rounds) {
    // Each transport goes first equally often, so that a drift of the machine favours neither.
    const isNativeFirst = pairs.length % 2 === 0
    const before = isNativeFirst ? await read('native') : null
    const other = await read('undici')
    const native = before ?? (await read('native'))
    if (native === null || other === null) return null
    pairs.push({ native, other })
    onRound(pairs.length, rounds)
  }
  return { ...place, requests, rounds, gaps: transportGaps(pairs) }
}

function unmeasurable(transport: LoadTransport, count: number, why: Text): AppError {
  return appError('internal', 'runs.crossCheckFailed', { count, transport, why })
}
