// The sections of a report's page that are drawn. Each shows one drawing; the others come packed, and the page's script
// puts them in its place.
import { scalars } from '#core/metrics/scalars.ts'
import { latencyLabels } from '#core/metrics/latencies.ts'
import { pageSvg } from '#core/plots/svg/page-svg.ts'
import { element, escaped } from '../../report/markup.ts'
import type { Report } from '../report.ts'
import { configurationKeys } from './configuration-keys.ts'
import { section } from './blocks.ts'
import {
  curveChoices,
  curveFigure,
  curveThroughputs,
  firstChoice,
  type CurveChoice,
} from './figures/curve-figures.ts'
import { mapDimensions, mapFigure, mapName, type MapFigure } from './figures/map-figures.ts'
import { loadText } from './number-text.ts'
import { pointBlock } from './point-block.ts'

/** Markup by key: `curve METRIC STATISTIC THROUGHPUT`, `map METRIC STATISTIC`, `map THROUGHPUT`, `point POSITION`. */
export type Drawings = ReadonlyMap<string, string>

export type DrawnSections = Readonly<{
  curve: readonly string[]
  map: readonly string[]
  point: readonly string[]
  /** Those that are in no section. */
  others: Drawings
}>

export function drawnSections(report: Report): DrawnSections {
  const curves = hasSeveralLoads(report) ? curveDrawings(report) : new Map<string, string>()
  const maps = curves.size > 0 ? mapDrawings(report) : new Map<string, string>()
  const points = pointDrawings(report)
  return {
    curve: curves.size === 0 ? [] : [curveSection(report, curves)],
    map: maps.size === 0 ? [] : [mapSection(report, maps)],
    point: points.size === 0 ? [] : [pointSection(report, points)],
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

function curveDrawings(report: Report): Map<string, string> {
  return new Map(
    curveChoices(report).map((choice, index) => [
      curveKey(choice),
      pageSvg(curveFigure(report, choice), `c${index}`),
    ]),
  )
}

function mapKey(shown: MapFigure): string {
  return typeof shown === 'string' ? `map ${shown}` : `map ${shown.metric} ${shown.statistic}`
}

function mapDrawings(report: Report): Map<string, string> {
  const shown: MapFigure[] = [
    ...report.metrics.flatMap((metric) =>
      report.statistics.map((statistic) => ({ metric, statistic })),
    ),
    ...curveThroughputs(report),
  ]
  return new Map(
    shown.flatMap((each, index) => {
      const figure = mapFigure(report, each, firstChoice(report))
      return figure === null ? [] : [[mapKey(each), pageSvg(figure, `m${index}`)] as const]
    }),
  )
}

function pointDrawings(report: Report): Map<string, string> {
  if (report.points.every(({ detail }) => detail === null)) return new Map()
  return new Map(
    report.points.map((point, index) => [`point ${index}`, pointBlock(point, `p${index}`)]),
  )
}

/** The knee, or the first point with something to draw. */
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

function curveSection(report: Report, drawings: Drawings): string {
  const first = firstChoice(report)
  const repeats = report.cells.some(({ intervals }) => intervals === 'repeats')
  const origin = repeats
    ? 'across the repeats of a load, or within its only run; of two, the one and the other'
    : 'within each run'
  return section(
    'curve',
    'Throughput and latency',
    choices(
      select(
        'metric',
        'Latency',
        report.metrics.map((metric) => [metric, latencyLabels[metric]]),
        first.metric,
      ),
      select(
        'statistic',
        'Statistic',
        report.statistics.map((statistic) => [statistic, statistic]),
        first.statistic,
      ),
      select(
        'x',
        'Over',
        curveThroughputs(report).map((x) => [x, scalars[x].savedAxis]),
        first.x,
      ),
    ),
    configurationKeys(report),
    drawing('curve', drawings.get(curveKey(first)) ?? ''),
    element(
      'p',
      { class: 'dim' },
      `Bars: 95 % intervals ${origin}. Hollow: saturated, incomplete, or not usable. Ring: the knee. Band: the knee is between its edges.`,
    ),
  )
}

function mapSection(report: Report, drawings: Drawings): string {
  const dimensions = mapDimensions(report)
  const named =
    dimensions === null ? '' : `Columns: ${dimensions[0].name}, rows: ${dimensions[1].name}. `
  return section(
    'map',
    'Map',
    choices(
      select(
        'map',
        'Show',
        [
          ['', 'the latency chosen above'],
          ...curveThroughputs(report).map((x) => [x, mapName(x)] as const),
        ],
        '',
      ),
    ),
    drawing('map', drawings.get(mapKey(firstChoice(report))) ?? ''),
    element(
      'p',
      { class: 'dim' },
      escaped(`${named}Stronger is more. Dashed: saturated, incomplete, or not usable.`),
    ),
  )
}

function pointSection(report: Report, drawings: Drawings): string {
  const options = report.points.map((point, index) => {
    const configuration =
      report.configurations.length > 1
        ? `${report.configurations[point.configuration]?.name ?? ''}, `
        : ''
    return [
      String(index),
      `${point.number}: ${configuration}${loadText(point.rate, point.concurrency)}`,
    ] as const
  })
  const first = String(firstPoint(report))
  return section(
    'detail',
    'One point',
    choices(select('point', 'Point', options, first)),
    drawing('point', drawings.get(`point ${first}`) ?? ''),
  )
}

function drawing(name: string, content: string): string {
  return element('div', { class: 'drawing', 'data-drawing': name }, content)
}

function choices(...selects: string[]): string {
  return element('div', { class: 'choices' }, ...selects)
}

/** A list to choose one of; the script reads it by `name`. */
function select(
  name: string,
  title: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): string {
  const written = options.map(([value, text]) =>
    element(
      'option',
      { value, ...(value === chosen ? { selected: 'selected' } : {}) },
      escaped(text),
    ),
  )
  return element('label', {}, `${escaped(title)} `, element('select', { name }, ...written))
}
