// Exports of a plot: PNG, SVG or CSV, saved or copied.
import { ClipboardCopy, FileSpreadsheet, FileType, Image } from '@lucide/vue'
import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import { saveBlob, saveText } from '../../api/save-file.ts'
import { t } from '../../i18n/i18n.ts'
import type { MenuAction } from '../kit/menu-action.ts'
import type { ChartTheme } from '#core/plots/theme.ts'
import type { AnyChartOption } from '#core/plots/option.ts'
import { plotCsv, type PlotTable } from '#core/plots/plot-table.ts'
import { renderSvg, type PlotSize } from '#core/plots/render-svg.ts'

/** A drawing, and its data as rows. */
export type Plot = Readonly<{ option: AnyChartOption; table: PlotTable }>

type SavedPlot = Plot &
  Readonly<{
    /** File name without extension. */
    fileName: string
    theme: ChartTheme
  }>

export type DrawnPlot = Readonly<{
  png: (background: string) => Promise<Blob | null>
  size: () => PlotSize
}>

export type PlotActions = Readonly<{
  actions: ComputedRef<readonly MenuAction[]>
  /** Outcome of the last copy, as text; empty before one. */
  outcome: Readonly<Ref<string>>
}>

export function usePlotActions(
  plot: () => SavedPlot,
  drawn: Readonly<Ref<DrawnPlot | null>>,
): PlotActions {
  const outcome = shallowRef('')

  async function savePng(): Promise<void> {
    const image = await drawn.value?.png(plot().theme.surface)
    if (image) saveBlob(`${plot().fileName}.png`, image)
  }

  function saveSvg(): void {
    const size = drawn.value?.size()
    if (size === undefined) return
    const { fileName, option, theme } = plot()
    const text = renderSvg(option, size, theme.surface)
    saveText({ fileName: `${fileName}.svg`, mediaType: 'image/svg+xml', text })
  }

  function saveCsv(): void {
    const { fileName, table } = plot()
    saveText({ fileName: `${fileName}.csv`, mediaType: 'text/csv', text: plotCsv(table) })
  }

  async function copyPng(): Promise<void> {
    const image = await drawn.value?.png(plot().theme.surface)
    if (!image) return
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
      outcome.value = t('charts.copied')
    } catch {
      // Browsers reject images without focus or permission, each with its own message.
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
