// The settings of a sweep compared with one of them, one figure at a time, as tables with a row per load.
import type { Sweep } from '#core/model/sweep.ts'
import { figureKey } from '#core/compare/comparable-figures.ts'
import { type Configuration, configurationName } from '#core/sweep/configurations.ts'
import { configurationKey } from '#core/sweep/cells.ts'
import type { WithVerdict } from '#core/compare/comparison.ts'
import type { ConfigurationShift } from '#core/sweep/compare-configurations.ts'
import {
  compareToConfiguration,
  type ComparedConfiguration,
} from '#core/sweep/compare-to-configuration.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { figureTexts, type FigureWords } from '../compare/comparison-rows.ts'
import { headlineText } from '../compare/headline-text.ts'
import type { MeasuredSweep } from './plots/drawn-curves.ts'
import { loadName } from './sweep-names.ts'

export type ConfigurationRow = Readonly<{ load: string; figure: WithVerdict<ConfigurationShift> }>

export type ConfigurationHeadline = Readonly<{ load: string; text: string }>

export type ConfigurationTable = Readonly<{
  name: string
  rows: readonly ConfigurationRow[]
  words: FigureWords
  /** A sentence for each load. */
  headlines: readonly ConfigurationHeadline[]
}>

export type NamedConfiguration = Readonly<{
  key: string
  name: string
  configuration: Configuration
}>

/** Measured configurations, in the order of the curves. */
export function namedConfigurations({ sweep, curves }: MeasuredSweep): NamedConfiguration[] {
  const configurations = new Map(
    curves.map(({ configuration }) => [configurationKey(configuration), configuration]),
  )
  return [...configurations].map(([key, configuration]) => ({
    key,
    name: configurationName(configuration, sweep),
    configuration,
  }))
}

export function comparedConfigurations(
  { sweep, curves }: MeasuredSweep,
  base: Configuration,
): ComparedConfiguration[] {
  const rows = curves.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows))
  const runs = new Map(rows.flatMap(({ run }) => (run === null ? [] : [[run.id, run] as const])))
  return compareToConfiguration({ points: sweep.points, runs }, base)
}

export type FigureOption = Readonly<{ value: string; label: string }>

/** Every figure that some load has, by its key. */
export function figureOptions(
  configurations: readonly ComparedConfiguration[],
  t: Translate,
): FigureOption[] {
  const figures = configurations.flatMap(({ loads }) =>
    loads.flatMap((load) => load.comparison.figures),
  )
  const byKey = new Map(figures.map((figure) => [figureKey(figure), figure]))
  return [...byKey].map(([value, figure]) => {
    const { name, statistic } = figureTexts(figure, [], t)
    return { value, label: [name, statistic].filter(Boolean).join(' ') }
  })
}

type TableOptions = Readonly<{ sweep: Sweep; figure: string; t: Translate }>

/** Values of one table share their unit. */
export function configurationTable(
  { configuration, loads }: ComparedConfiguration,
  { sweep, figure, t }: TableOptions,
): ConfigurationTable {
  const rows = loads.flatMap((load) => {
    const found = load.comparison.figures.find((each) => figureKey(each) === figure)
    return found === undefined ? [] : [{ load: loadName(load, sweep, t), figure: found }]
  })
  const [first] = rows
  const values = rows.flatMap(({ figure: { base, other } }) => [base, other])
  const words = figureTexts(first?.figure ?? noFigure, values, t)
  const headlines = loads.map((load) => ({
    load: loadName(load, sweep, t),
    text: headlineText(load.comparison),
  }))
  return { name: configurationName(configuration, sweep), rows, words, headlines }
}

const noFigure = { name: 'outputThroughput', percentile: null } as const
