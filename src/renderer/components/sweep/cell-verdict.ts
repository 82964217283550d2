// What a cell is worth, by the verdicts on its runs.
import { doubtCodes, spoilsFigures, type Doubt, type Verdict } from '#core/model/verdict.ts'
import { runVerdict } from '../verdict/verdict-marks.ts'
import { countedRuns, isSound, type SweepCell } from './sweep-cells.ts'

export type CellDoubt = Doubt &
  Readonly<{
    /** Of how many of its runs. */
    runs: number
  }>

export type CellVerdict = Verdict & Readonly<{ doubts: readonly CellDoubt[]; runs: number }>

/** Every doubt that one of its runs raises, with the figures of the first that does; null before one is judged. */
export function cellVerdict(cell: Pick<SweepCell, 'rows'>): CellVerdict | null {
  const verdicts = countedRuns(cell).flatMap((run) => runVerdict(run) ?? [])
  if (verdicts.length === 0) return null
  const doubts = doubtCodes.flatMap((code) => {
    const raised = verdicts.flatMap((verdict) => verdict.doubts.filter((one) => one.code === code))
    const [first] = raised
    return first === undefined ? [] : [{ ...first, runs: raised.length }]
  })
  return { code: doubts[0]?.code ?? 'valid', doubts, runs: verdicts.length }
}

/** Whether its numbers are to be leant on: measured to the end, and nothing that makes them worthless. */
export function isTrusted(cell: SweepCell): boolean {
  const doubts = cellVerdict(cell)?.doubts ?? []
  return isSound(cell) && !doubts.some(({ code }) => spoilsFigures[code])
}
