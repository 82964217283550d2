// Figures of compared runs or configurations, side by side in one table.
import type { Language } from '../messages/languages.ts'
import { message, type Text } from '../messages/message.ts'
import { figureTraits, inItsUnit } from '../metrics/figures.ts'
import type { FigureEstimate } from '../stats/certainty/interval.ts'
import { type FigureIdentity, figureKey } from '#core/compare/comparable-figures.ts'
import { figureName, shownVerdict, verdictText } from '#core/compare/headline.ts'
import type { Comparison, Shift, WithVerdict } from '#core/compare/comparison.ts'
import type { KneeLoad } from '#core/model/sweep-search.ts'
import type { LoadUnit } from '#core/traits/load-traits.ts'
import { signedPercent } from '#core/base/signed-percent.ts'
import { dash } from '#core/base/numbers.ts'
import { figureText } from './figure-text.ts'
import { type Cell, type Column, type Table, tableOf, tableText } from './table.ts'

export type Figure = WithVerdict<Shift> &
  Readonly<{
    base: number | FigureEstimate
    other: number | FigureEstimate
    runs?: Readonly<{ base: number; other: number }>
    isPaired?: boolean
  }>

type AnyComparison = Omit<Comparison, 'figures'> & Readonly<{ figures: readonly Figure[] }>

/** Two runs, or two configurations at one load. */
export type Pair = Readonly<{
  base: Readonly<{ id?: string; name: Text }>
  other: Readonly<{ id?: string; name: Text }>
  load: (KneeLoad & Readonly<{ held: LoadUnit }>) | null
  comparison: AnyComparison
}>

export type Row = Omit<Pair, 'comparison'> & Readonly<{ figure: Figure }>

/** Only the table of a comparison. */
export function comparedFiguresText(comparison: AnyComparison): string {
  const pair = { base: { name: '' }, other: { name: '' }, load: null, comparison }
  return tableText(comparisonTable('', [[pair]], { language: 'en' }), 'en')
}

type TableOptions = Readonly<{ language: Language; isShown?: (figure: Figure) => boolean }>

/** One figure of the base and every other side at one load; null if a side did not measure it. */
type SharedRow = Readonly<{ load: Pair['load']; figure: Figure; others: (Figure | null)[] }>

/** A base and every other side: `sides` has one pair per side, all with the same base. */
export function comparisonTable(
  title: Text,
  sides: readonly (readonly Pair[])[],
  { language, isShown = () => true }: TableOptions,
): Table {
  const rows = new Map<string, SharedRow>()
  for (const [side, pairs] of sides.entries()) {
    for (const { load, figure } of pairs.flatMap(rowsOf)) {
      const key = `${load?.requestRate} ${load?.maxConcurrency} ${figureKey(figure)}`
      const row = rows.get(key) ?? { load, figure, others: sides.map(() => null) }
      row.others[side] = figure
      rows.set(key, row)
    }
  }
  const shown = [...rows.values()].filter(({ figure }) => isShown(figure))
  const leading = leadingColumns(shown, language)
  const perSide = sides.map((_, side) => sideColumns(shown, side))
  const names = sides.map(([pair]) => pair)
  const groups = [
    { head: '', columns: leading.length - 1 },
    { head: names[0]?.base.name ?? '', runId: names[0]?.base.id, columns: 1 },
    ...names.map((pair, side) => ({
      ...{ head: pair?.other.name ?? '', runId: pair?.other.id },
      columns: perSide[side]?.length ?? 0,
    })),
  ]
  return { ...tableOf(title, [...leading, ...perSide.flat()], shown), groups }
}

export function rowsOf({ comparison, ...pair }: Pair): Row[] {
  return comparison.figures.map((figure) => ({ ...pair, figure }))
}

/** Load, figure, value of the base. */
function leadingColumns(rows: readonly SharedRow[], language: Language): Column<SharedRow>[] {
  const loads = rows.flatMap(({ load }) => load ?? [])
  const limited = loads.find(({ maxConcurrency }) => maxConcurrency !== null)
  return [
    ...(loads[0] === undefined ? [] : [rateColumn(loads[0].held)]),
    ...(limited === undefined ? [] : [limitColumn(limited.held)]),
    {
      head: [message('tables.figure')],
      align: 'left',
      cell: ({ figure }) => figureTitle(figure, language),
    },
    { head: [message('tables.base')], cell: ({ figure }) => sideCell(figure, 'base') },
  ]
}

function sideColumns(rows: readonly SharedRow[], side: number): Column<SharedRow>[] {
  const column = (head: Text, cell: (figure: Figure) => Cell): Column<SharedRow> => ({
    head: [head],
    cell: ({ others }) => {
      const figure = others[side] ?? null
      return figure === null ? dash : cell(figure)
    },
  })
  return [
    column(message('tables.other'), (figure) => sideCell(figure, 'other')),
    column(message('tables.difference'), ({ share }) => shareText(share)),
    column(message('tables.interval99'), intervalText),
    ...(rows.some(({ figure }) => figure.runs)
      ? [column(message('tables.runs'), ({ runs }) => `${runs?.base} / ${runs?.other}`)]
      : []),
    { ...column(message('tables.comparedVerdict'), verdictCell), align: 'left' },
  ]
}

function rateColumn(held: LoadUnit): Column<SharedRow> {
  return {
    head: [message('tables.asked'), message(`tables.rateUnit.${held}`)],
    cell: ({ load }) => String(load?.requestRate),
  }
}

function limitColumn(held: LoadUnit): Column<SharedRow> {
  return {
    head: [message(`tables.held.${held}`), message('tables.atMost')],
    cell: ({ load }) => load?.maxConcurrency?.toString() ?? message('tables.none'),
  }
}

/** `p99 TTFT ms`, `failed share` */
export function figureTitle(figure: FigureIdentity, language: Language): string {
  const { unit } = figureTraits[figure.name]
  return [figureName(figure, language), unit].filter(Boolean).join(' ')
}

function sideCell(figure: Figure, side: 'base' | 'other'): Cell {
  const value = valueOf(figure[side])
  return { value: inItsUnit(figure.name, value), text: figureText(figure.name, value) }
}

function verdictCell(figure: Figure): Cell {
  return { verdict: shownVerdict(figure), text: verdictText(figure) }
}

export function valueOf(side: number | FigureEstimate): number {
  return typeof side === 'number' ? side : side.value
}

function intervalText({ shareInterval: ends }: Figure): string {
  return ends === null ? dash : `${shareText(ends.low)} … ${shareText(ends.high)}`
}

function shareText(share: number | null): string {
  return share === null ? dash : signedPercent(share)
}
