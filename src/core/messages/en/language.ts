// English: the reference that every other language is checked against.
import { en } from './catalogue.ts'
import { desktop } from './desktop.ts'
import * as features from '../features.ts'
import { scalarTexts } from '../metric-texts.ts'
import { metricsEn } from './metrics.ts'
import { charts } from './window/charts.ts'

export const english = {
  catalogue: en,
  desktop,
  metrics: { ...metricsEn, ...scalarTexts(features) },
  charts,
}
