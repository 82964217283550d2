// 中文。
import { zh } from './catalogue.ts'
import { desktop } from './desktop.ts'
import * as features from './features.ts'
import { scalarTexts } from '../metric-texts.ts'
import { metricsZh } from './metrics.ts'
import { charts } from './window/charts.ts'

export const chinese = {
  catalogue: zh,
  desktop,
  metrics: { ...metricsZh, ...scalarTexts(features) },
  charts,
}
