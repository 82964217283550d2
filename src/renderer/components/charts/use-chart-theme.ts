// The plots' theme, which follows the window's.
import { computed, type ComputedRef } from 'vue'
import { useSettings } from '../../stores/settings.ts'
import { chartThemes, type ChartTheme } from '#core/plots/theme.ts'

export function useChartTheme(): ComputedRef<ChartTheme> {
  const settings = useSettings()
  return computed(() => chartThemes[settings.theme])
}
