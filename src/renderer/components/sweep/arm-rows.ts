// The settings of a sweep against one of them, one figure at a time, as tables with a row per load.
import type { Sweep } from '#core/model/sweep.ts'
import type { ReasonCode } from '#core/judgement/judgement.ts'
import { figureKey } from '#core/stats/compare/comparable-figures.ts'
import { armName } from '#core/sweep/arm-name.ts'
import type { Arm } from '#core/sweep/arms.ts'
import { armKey } from '#core/sweep/cells.ts'
import type { ArmFigure } from '#core/sweep/compare-arms.ts'
import { compareToArm, type ComparedArm } from '#core/sweep/compare-to-arm.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { figureWords, type FigureWords } from '../compare/comparison-rows.ts'
import type { MeasuredSweep } from './drawn-curves.ts'
import { loadName } from './sweep-names.ts'

export type ArmRow = Readonly<{ load: string; figure: ArmFigure; doubt: ReasonCode | null }>

export type ArmTable = Readonly<{
  name: string
  rows: readonly ArmRow[]
  words: FigureWords
  /** Something speaks against the runs of a load. */
  isDoubted: boolean
}>

export type NamedArm = Readonly<{ key: string; name: string; arm: Arm }>

/** Those that were measured, in the order of the curves. */
export function namedArms({ sweep, curves }: MeasuredSweep): NamedArm[] {
  const arms = new Map(curves.map(({ arm }) => [armKey(arm), arm]))
  return [...arms].map(([key, arm]) => ({ key, name: armName(arm, sweep), arm }))
}

export function comparedArms({ sweep, curves }: MeasuredSweep, base: Arm): ComparedArm[] {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  const runs = new Map(rows.flatMap(({ run }) => (run === null ? [] : [[run.id, run] as const])))
  return compareToArm({ points: sweep.points, runs }, base)
}

export type FigureOption = Readonly<{ value: string; label: string }>

/** Every figure that some load has, by its key. */
export function figureOptions(arms: readonly ComparedArm[], t: Translate): FigureOption[] {
  const figures = arms.flatMap(({ loads }) => loads.flatMap((load) => load.figures))
  const byKey = new Map(figures.map((figure) => [figureKey(figure), figure]))
  return [...byKey].map(([value, figure]) => {
    const { name, statistic } = figureWords(figure, [], t)
    return { value, label: [name, statistic].filter(Boolean).join(' ') }
  })
}

type Shown = Readonly<{ sweep: Sweep; figure: string; t: Translate }>

/** Values of one table share their unit. */
export function armTable({ arm, loads }: ComparedArm, { sweep, figure, t }: Shown): ArmTable {
  const rows = loads.flatMap((load) => {
    const found = load.figures.find((each) => figureKey(each) === figure)
    return found === undefined
      ? []
      : [{ load: loadName(load, sweep, t), figure: found, doubt: load.doubt }]
  })
  const [first] = rows
  const values = rows.flatMap(({ figure: { base, other } }) => [base, other])
  const words = figureWords(first?.figure ?? noFigure, values, t)
  const isDoubted = rows.some(({ doubt }) => doubt !== null)
  return { name: armName(arm, sweep), rows, words, isDoubted }
}

const noFigure = { name: 'outputThroughput', percentile: null } as const
