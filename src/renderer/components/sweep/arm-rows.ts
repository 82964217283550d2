// The settings of a sweep against one of them, one figure at a time, as tables with a row per load.
import type { Sweep } from '#core/model/sweep/sweep.ts'
import { figureKey } from '#core/stats/compare/comparable-figures.ts'
import { armName } from '#core/sweep/arm-name.ts'
import type { Arm } from '#core/sweep/arms.ts'
import { armKey } from '#core/sweep/cells.ts'
import type { Judged } from '#core/stats/compare/comparison.ts'
import type { ArmFigure } from '#core/sweep/compare-arms.ts'
import { compareToArm, type ComparedArm } from '#core/sweep/compare-to-arm.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { figureWords, type FigureWords } from '../compare/comparison-rows.ts'
import { headlineText } from '../compare/headline-text.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'
import { loadName } from './sweep-names.ts'

export type ArmRow = Readonly<{ load: string; figure: Judged<ArmFigure> }>

export type ArmHeadline = Readonly<{ load: string; text: string }>

export type ArmTable = Readonly<{
  name: string
  rows: readonly ArmRow[]
  words: FigureWords
  /** A sentence for each load. */
  headlines: readonly ArmHeadline[]
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
  const figures = arms.flatMap(({ loads }) => loads.flatMap((load) => load.comparison.figures))
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
    const found = load.comparison.figures.find((each) => figureKey(each) === figure)
    return found === undefined ? [] : [{ load: loadName(load, sweep, t), figure: found }]
  })
  const [first] = rows
  const values = rows.flatMap(({ figure: { base, other } }) => [base, other])
  const words = figureWords(first?.figure ?? noFigure, values, t)
  const headlines = loads.map((load) => ({
    load: loadName(load, sweep, t),
    text: headlineText(load.comparison, t),
  }))
  return { name: armName(arm, sweep), rows, words, headlines }
}

const noFigure = { name: 'outputThroughput', percentile: null } as const
