// All plots of a run as one PNG.
import type { Distribution, Timeline } from '#contract/views.ts'
import type { TaskName } from '#core/backends/task-traits.ts'
import type { Run } from '#core/model/run/run.ts'
import { formatMoment } from '../../i18n/times.ts'
import { serverText } from '../run/labels/server-text.ts'
import { t } from '../../i18n/i18n.ts'
import { distributionOption } from '#core/plots/distribution.ts'
import { timelineOption } from '#core/plots/timeline.ts'
import { renderImage, type DrawnPart, type ImageRows } from './render-image.ts'
import { useChartTheme } from './use-chart-theme.ts'
import { distributionText, timelineText } from './plot-texts.ts'

export type RunPlots = Readonly<{
  run: Pick<Run, 'name' | 'config' | 'facts' | 'serverName' | 'imported' | 'createdAtEpochMs'>
  distributions: readonly Distribution[]
  timeline: Timeline
  task: TaskName
}>

export type DrawRunImage = (plots: RunPlots) => Promise<Blob | null>

function inPairs(parts: readonly DrawnPart[]): ImageRows {
  return parts.flatMap((_, index) => (index % 2 === 0 ? [parts.slice(index, index + 2)] : []))
}

/** Its name, and what a reader of the image must know of the figures. */
function runHead(run: RunPlots['run']) {
  const facts = [
    ...(run.facts?.simulated === true ? [t('common.simulated')] : []),
    serverText(run, t) ?? run.imported?.fileName ?? '',
    formatMoment(run.createdAtEpochMs),
  ]
  return { name: run.name, facts: facts.filter((fact) => fact !== '').join(' · ') }
}

export function useRunImage(): DrawRunImage {
  const theme = useChartTheme()

  return ({ run, distributions, timeline, task }) => {
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
    return renderImage(runHead(run), [...inPairs(spread), [course]], theme.value)
  }
}
