// Exports of a plot: PNG, SVG or CSV, saved or copied.
import { ClipboardCopy, FileSpreadsheet, FileType, Image } from '@lucide/vue'
import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import { element, escaped } from '#core/base/markup.ts'
import { saveBlob, saveText } from '../../api/save-file.ts'
import { t } from '../../i18n/i18n.ts'
import type { MenuAction } from '../kit/use-action.ts'
import { chartFont, type ChartTheme } from '#core/plots/theme.ts'
import type { AnyChartOption } from '#core/plots/option.ts'
import { plotCsv, type PlotTable } from '#core/plots/plot-table.ts'
import { renderSvg, type PlotSize } from '#core/plots/render-svg.ts'
import type { ImageHead } from '../result/shown-result.ts'
import { headHeight, imageCanvas, pngOf } from './image-canvas.ts'

/** A drawing, and its data as rows. */
export type Plot = Readonly<{ option: AnyChartOption; table: PlotTable }>

type SavedPlot = Plot &
  Readonly<{
    /** File name without extension. */
    fileName: string
    theme: ChartTheme
    title: string
    head: ImageHead
  }>

export type DrawnPlot = Readonly<{
  drawing: () => HTMLCanvasElement | null
  size: () => PlotSize
}>

export type PlotActions = Readonly<{
  actions: ComputedRef<readonly MenuAction[]>
  /** Outcome of the last copy, as text; empty before the first. */
  outcome: Readonly<Ref<string>>
}>

export function usePlotActions(
  plot: () => SavedPlot,
  drawn: Readonly<Ref<DrawnPlot | null>>,
): PlotActions {
  const outcome = shallowRef('')

  /** Below a header that names the result. */
  function png(): Promise<Blob | null> {
    const [drawing, size] = [drawn.value?.drawing(), drawn.value?.size()]
    const context = size && imageCanvas(headOf(plot()), size, plot().theme)
    if (!drawing || !context) return Promise.resolve(null)
    context.drawImage(drawing, 0, 0)
    return pngOf(context.canvas)
  }

  async function savePng(): Promise<void> {
    const image = await png()
    if (image) saveBlob(`${plot().fileName}.png`, image)
  }

  function saveSvg(): void {
    const size = drawn.value?.size()
    if (size === undefined) return
    const { fileName, option, theme } = plot()
    const text = svgBelow(headOf(plot()), { svg: renderSvg(option, size, 'none'), size, theme })
    saveText({ fileName: `${fileName}.svg`, mediaType: 'image/svg+xml', text })
  }

  function saveCsv(): void {
    const { fileName, table } = plot()
    saveText({ fileName: `${fileName}.csv`, mediaType: 'text/csv', text: plotCsv(table) })
  }

  async function copyPng(): Promise<void> {
    const image = await png()
    if (!image) return
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
      outcome.value = t('charts.copied')
    } catch {
      // Browsers reject images without focus or permission, each with a different message.
      outcome.value = t('charts.copyRefused')
    }
  }

  const actions = computed((): readonly MenuAction[] => [
    { id: 'copy', label: t('charts.copyPng'), icon: ClipboardCopy, run: () => void copyPng() },
    { id: 'png', label: t('charts.savePng'), icon: Image, run: () => void savePng() },
    { id: 'svg', label: t('charts.saveSvg'), icon: FileType, run: saveSvg },
    { id: 'csv', label: t('charts.saveCsv'), icon: FileSpreadsheet, run: saveCsv },
  ])

  return { actions, outcome }
}

/** The name of the result, followed by the plot, and facts of the result. */
function headOf({ title, head }: Pick<SavedPlot, 'title' | 'head'>): ImageHead {
  return head.name === ''
    ? { name: title, facts: '' }
    : { ...head, facts: `${title} · ${head.facts}` }
}

type DrawnSvg = Readonly<{ svg: string; size: PlotSize; theme: ChartTheme }>

function svgBelow({ name, facts }: ImageHead, { svg, size, theme }: DrawnSvg): string {
  const { width, height } = { ...size, height: size.height + headHeight }
  const style = { 'font-family': chartFont, fill: theme.text, x: 12 }
  return element(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', width, height },
    element('rect', { width, height, fill: theme.surface }),
    element('text', { ...style, y: 26, 'font-size': 16, 'font-weight': 600 }, escaped(name)),
    element('text', { ...style, y: 46, 'font-size': 13 }, escaped(facts)),
    element('g', { transform: `translate(0 ${headHeight})` }, svg),
  )
}
