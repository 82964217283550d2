// How the next option of a plot takes the place of the one that is drawn.
import type { AnyChartOption } from '#core/plots/option.ts'

type Redraw = Readonly<{ notMerge: true }> | Readonly<{ replaceMerge: ['series'] }>

/**
 * Series change within the panes that are there, and what is zoomed stays so. With other panes a plot is rebuilt:
 * ECharts does not find the axes of one that is merged in.
 */
export function redrawFrom(drawn: AnyChartOption | null, wanted: AnyChartOption): Redraw {
  const isSame = drawn !== null && paneCount(drawn) === paneCount(wanted)
  return isSame ? { replaceMerge: ['series'] } : { notMerge: true }
}

function paneCount(option: AnyChartOption): number {
  if (!('grid' in option)) return 1
  return Array.isArray(option.grid) ? option.grid.length : 1
}
