// All plots of a run as one PNG.
import type { Distribution, Timeline } from '#contract/views.ts'
import type { TaskName } from '#core/model/benchmark/task-traits.ts'
import { t } from '../../i18n/i18n.ts'
import { distributionOption } from '#core/plots/distribution.ts'
import { timelineOption } from '#core/plots/timeline.ts'
import { renderImage, type DrawnPart, type ImageRows } from './render-image.ts'
import { useChartTheme } from './use-chart-theme.ts'
import { distributionText, timelineText } from './plot-texts.ts'

export type RunPlots = Readonly<{
  distributions: readonly Distribution[]
  timeline: Timeline
  task: TaskName
}>

export type DrawRunImage = (plots: RunPlots) => Promise<Blob | null>

function inPairs(parts: readonly DrawnPart[]): ImageRows {
  return parts.flatMap((_, index) => (index % 2 === 0 ? [parts.slice(index, index + 2)] : []))
}

export function useRunImage(): DrawRunImage {
  const theme = useChartTheme()

  return ({ distributions, timeline, task }) => {
    const spread = distributions
      .filter(({ count }) => count > 0)
      .map((distribution) => ({
        title: t(`charts.metricLong.${distribution.metric}`),
        option: distributionOption({
          distribution,
          form: 'histogram',
          log: false,
          theme: theme.value,
          text: distributionText(distribution.metric),
        }),
      }))
    const course = {
      title: t('charts.timeline'),
      option: timelineOption({ timeline, task, theme: theme.value, text: timelineText() }),
    }
    return renderImage([...inPairs(spread), [course]], theme.value)
  }
}
