// Sections of a report's page with plots. Each shows one plot; the others are compressed, and the page's script swaps them in.
import type { Language } from '#core/messages/languages.ts'
import { clauses, message, sentences, type Text, textIn } from '#core/messages/message.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { pageSvg } from '#core/plots/page-svg.ts'
import { element } from '#core/base/markup.ts'
import type { Report } from '../report.ts'
import { configurationKeys } from './configuration-keys.ts'
import { loadText, section, shown } from './number-text.ts'
import {
  curveChoices,
  curveFigure,
  curveThroughputs,
  firstChoice,
  throughputName,
  type CurveChoice,
} from './curve-figures.ts'
import { mapDimensions, mapFigure, mapName, type MapMetric } from './map-figures.ts'
import { pointBlock } from './point-block.ts'

/** Markup by key: `curve METRIC STATISTIC THROUGHPUT`, `map METRIC STATISTIC`, `map THROUGHPUT`, `point POSITION`. */
export type Drawings = ReadonlyMap<string, string>

export type DrawnSections = Readonly<{
  curve: readonly string[]
  map: readonly string[]
  point: readonly string[]
  /** Plots outside all sections. */
  others: Drawings
}>

export function drawnSections(report: Report, language: Language): DrawnSections {
  const curves = hasSeveralLoads(report) ? curveDrawings(report, language) : noDrawings
  const maps = curves.size > 0 ? mapDrawings(report, language) : noDrawings
  const points = pointDrawings(report, language)
  return {
    curve: curves.size === 0 ? [] : [curveSection(report, curves, language)],
    map: maps.size === 0 ? [] : [mapSection(report, maps, language)],
    point: points.size === 0 ? [] : [pointSection(report, points, language)],
    others: new Map(
      [...curves, ...maps, ...points].filter(([key]) => !firstKeys(report).includes(key)),
    ),
  }
}

function firstKeys(report: Report): string[] {
  const first = firstChoice(report)
  return [curveKey(first), mapKey(first), `point ${firstPoint(report)}`]
}

function hasSeveralLoads({ cells }: Report): boolean {
  return cells.length > 1
}

function curveKey({ metric, statistic, x }: CurveChoice): string {
  return `curve ${metric} ${statistic} ${x}`
}

const noDrawings: Drawings = new Map()

function curveDrawings(report: Report, language: Language): Drawings {
  return new Map(
    curveChoices(report).map((choice, index) => [
      curveKey(choice),
      pageSvg(curveFigure(report, choice, language), `c${index}`),
    ]),
  )
}

function mapKey(shown: MapMetric): string {
  return typeof shown === 'string' ? `map ${shown}` : `map ${shown.metric} ${shown.statistic}`
}

function mapDrawings(report: Report, language: Language): Drawings {
  const shown: MapMetric[] = [
    ...report.metrics.flatMap((metric) =>
      report.statistics.map((statistic) => ({ metric, statistic })),
    ),
    ...curveThroughputs(report),
  ]
  return new Map(
    shown.flatMap((each, index) => {
      const figure = mapFigure(report, { shown: each, lead: firstChoice(report), language })
      return figure === null ? [] : [[mapKey(each), pageSvg(figure, `m${index}`)] as const]
    }),
  )
}

function pointDrawings(report: Report, language: Language): Drawings {
  if (report.points.every(({ detail }) => detail === null)) return noDrawings
  return new Map(
    report.points.map((point, index) => [
      `point ${index}`,
      pointBlock(point, `p${index}`, language),
    ]),
  )
}

/** The knee, or the first point that has a plot. */
function firstPoint({ cells, points }: Report): number {
  const knee = cells.find(({ isKnee }) => isKnee)?.points[0]
  return (
    knee ??
    Math.max(
      0,
      points.findIndex(({ detail }) => detail !== null),
    )
  )
}

function curveSection(report: Report, drawings: Drawings, language: Language): string {
  const first = firstChoice(report)
  const isRepeated = report.cells.some(({ intervals }) => intervals === 'repeats')
  const origin = message(isRepeated ? 'report.barsOfRepeats' : 'report.barsOfRuns')
  const { metrics, statistics } = report
  const lists: Choice[] = [
    {
      name: 'metric',
      title: message('report.choice.latency'),
      options: metrics.map((metric) => [metric, latencyLabels[metric]]),
      chosen: first.metric,
    },
    {
      name: 'statistic',
      title: message('report.choice.statistic'),
      options: statistics.map((statistic) => [statistic, statisticText(statistic)]),
      chosen: first.statistic,
    },
    {
      name: 'x',
      title: message('report.choice.throughput'),
      options: curveThroughputs(report).map((x) => [x, throughputName(x, language)]),
      chosen: first.x,
    },
  ]
  return section(
    'curve',
    textIn(language, message('report.curve')),
    choices(lists, language),
    configurationKeys(report, language),
    drawing('curve', drawings.get(curveKey(first)) ?? ''),
    element('p', { class: 'dim' }, shown(message('report.curveNote', { origin }), language)),
  )
}

function statisticText(statistic: string): Text {
  return statistic === 'mean' ? message('report.mean') : statistic
}

function mapSection(report: Report, drawings: Drawings, language: Language): string {
  const dimensions = mapDimensions(report, language)
  const named =
    dimensions === null
      ? []
      : [message('report.mapAxes', { columns: dimensions[0].name, rows: dimensions[1].name })]
  const options = [
    ['', message('report.choice.sameLatency')] as const,
    ...curveThroughputs(report).map((x) => [x, mapName(x, language)] as const),
  ]
  return section(
    'map',
    textIn(language, message('report.map')),
    choices([{ name: 'map', title: message('report.choice.map'), options, chosen: '' }], language),
    drawing('map', drawings.get(mapKey(firstChoice(report))) ?? ''),
    element(
      'p',
      { class: 'dim' },
      shown(sentences([...named, message('report.mapNote')]), language),
    ),
  )
}

function pointSection(report: Report, drawings: Drawings, language: Language): string {
  const { configurations, points } = report
  const options = points.map((point, index) => {
    const load = loadText(point)
    const name = configurations[point.configuration]?.name ?? ''
    const text = configurations.length > 1 ? clauses([name, load]) : load
    return [String(index), message('common.at', { place: String(point.number), text })] as const
  })
  const chosen = String(firstPoint(report))
  return section(
    'detail',
    textIn(language, message('report.detail')),
    choices([{ name: 'point', title: message('report.column.point'), options, chosen }], language),
    drawing('point', drawings.get(`point ${chosen}`) ?? ''),
  )
}

function drawing(name: string, content: string): string {
  return element('div', { class: 'drawing', 'data-drawing': name }, content)
}

/** A select list; the script reads it by `name`. */
type Choice = Readonly<{
  name: string
  title: Text
  options: readonly (readonly [value: string, text: Text])[]
  chosen: string
}>

function choices(all: readonly Choice[], language: Language): string {
  const lists = all.map(({ name, title, options, chosen }) => {
    const written = options.map(([value, text]) =>
      element(
        'option',
        { value, ...(value === chosen ? { selected: 'selected' } : {}) },
        shown(text, language),
      ),
    )
    const list = element('select', { name }, ...written)
    return element('label', {}, `${shown(title, language)} `, list)
  })
  return element('div', { class: 'choices' }, ...lists)
}
