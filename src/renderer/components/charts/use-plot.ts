// A plot as drawing and table, from the same data, in the window's theme.
import type { OnPage } from '#core/metrics/latency-unit.ts'
import type { ChartTheme } from '#core/plots/theme.ts'
import { computed, type ComputedRef } from 'vue'
import { useResult } from '../result/shown-result.ts'
import { useChartTheme } from './use-chart-theme.ts'
import type { Plot } from './use-plot-actions.ts'

type ThemeInput = OnPage & Readonly<{ theme: ChartTheme }>

export function usePlot<Data extends object>(
  option: (input: NoInfer<Data> & ThemeInput) => Plot['option'],
  table: (input: NoInfer<Data> & ThemeInput) => Plot['table'],
  data: (theme: ChartTheme) => Data,
): ComputedRef<Plot> {
  const theme = useChartTheme()
  const result = useResult()
  const input = computed(() => ({
    ...data(theme.value),
    ...{ theme: theme.value, unitOf: result.value.unitOf },
  }))
  return computed(() => ({ option: option(input.value), table: table(input.value) }))
}
