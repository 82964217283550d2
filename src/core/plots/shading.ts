// Areas of a curve over the offered load: intervals of its latencies, and the loads that the server sustains.
import { type BarredPoint, ends } from './marks.ts'
import type { CustomSeriesOption, LineSeriesOption } from './option.ts'
import { chartFont, type ChartTheme } from './theme.ts'

type Band = Readonly<{ id: string; name: string; color: string; points: readonly BarredPoint[] }>

/** Joins the intervals of neighbouring points. Has the name of its curve, so that the legend hides both. */
export function intervalBand(
  { id, name, color, points }: Band,
  { swapped }: Readonly<{ swapped: boolean }>,
): CustomSeriesOption {
  return {
    type: 'custom',
    id: `${id}/band`,
    name,
    silent: true,
    clip: true,
    color,
    z: 1,
    data: points.slice(0, 1).map(({ x, y }) => [x.value, y.value]),
    renderItem: (_, api) => {
      const edge = (stretch: readonly BarredPoint[], end: 0 | 1) =>
        stretch.map(({ x, y }) =>
          api.coord(swapped ? [ends(x)[end], y.value] : [x.value, ends(y)[end]]),
        )
      return {
        type: 'group',
        children: joined(points).map((stretch) => ({
          type: 'polygon' as const,
          shape: { points: [...edge(stretch, 0), ...edge(stretch, 1).toReversed()] },
          style: { fill: color, opacity: 0.14 },
        })),
      }
    },
  }
}

/** Stretches of points without one that stands apart. */
function joined(points: readonly BarredPoint[]): readonly (readonly BarredPoint[])[] {
  const stretches: BarredPoint[][] = [[]]
  for (const point of points) {
    if (point.isApart) stretches.push([])
    else stretches.at(-1)?.push(point)
  }
  return stretches.filter(({ length }) => length > 1)
}

type ShadedPlot = Readonly<{
  shaded?: Readonly<{ kept: string }> | undefined
  swapped: boolean
  theme: ChartTheme
}>

/** From the edge of the plot to the highest load that the server sustains; none if it is unknown. */
export function keptArea(
  upTo: number | null,
  { shaded, swapped, theme }: ShadedPlot,
): LineSeriesOption[] {
  if (shaded === undefined || upTo === null) return []
  return [
    {
      type: 'line',
      id: 'kept',
      data: [],
      silent: true,
      markArea: {
        silent: true,
        itemStyle: { color: theme.accent, opacity: 0.07 },
        label: {
          ...{ color: theme.mutedText, fontFamily: chartFont, fontSize: 11 },
          position: 'insideTopRight',
        },
        data: [[{ name: shaded.kept }, swapped ? { yAxis: upTo } : { xAxis: upTo }]],
      },
    },
  ]
}

/** Invisible points that the axes include. */
export function roomSeries(
  points: readonly (readonly [load: number, ms: number])[],
  { swapped }: Pick<ShadedPlot, 'swapped'>,
): LineSeriesOption[] {
  if (points.length === 0) return []
  const data = points.map(([load, ms]) => (swapped ? [ms, load] : [load, ms]))
  return [
    {
      type: 'line',
      id: 'room',
      silent: true,
      showSymbol: false,
      lineStyle: { opacity: 0 },
      tooltip: { show: false },
      data,
    },
  ]
}
