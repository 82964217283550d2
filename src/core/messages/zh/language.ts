// 中文。
import { zh } from './catalogue.ts'
import { desktop } from './desktop.ts'
import { metricsZh } from './metrics.ts'
import { charts } from './window/charts.ts'

export const chinese = {
  catalogue: zh,
  desktop,
  metrics: metricsZh,
  charts,
}
