// What a sweep found, as the sentences of its own page: of its searches, or of its curves.
import type { Text } from '#core/messages/message.ts'
import { configurationName } from '#core/sweep/configuration-name.ts'
import { kneeText } from '#core/sweep/knee/knee-text.ts'
import { answerSentences } from '#core/sweep/search/answer-text.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { curveName, type MeasuredSweep } from '../sweep/plots/drawn-curves.ts'

/** The name is empty where there is one only. */
export type SweepAnswer = Readonly<{ name: string; text: Text }>

export function sweepAnswers(measured: MeasuredSweep, t: Translate): readonly SweepAnswer[] {
  const { sweep, curves } = measured
  if (sweep.answers.length > 0)
    return sweep.answers.map(({ answer, ...configuration }) => ({
      name: configurationName(configuration, sweep),
      text: answerSentences(answer, sweep.plan),
    }))
  return curves
    .filter(({ cells }) => cells.length > 1)
    .map((curve) => ({ name: curveName(measured, curve, t), text: kneeText(curve.knee) }))
}
