// The verdict's warning about too few requests, shown while the number can still be changed.
import type { RequestShortage } from '#contract/views.ts'
import { message } from '#core/messages/message.ts'
import { inSequence, said, type Translate } from '../../i18n/i18n.ts'

/** `runs` is the number of planned runs. */
export function shortageText(
  { percentile, fewestRequests, runs: short }: RequestShortage,
  runs: number,
  t: Translate,
): string {
  return inSequence([
    t('compose.shortage.demand', { percentile, fewestRequests }),
    ...(runs === 1 ? [] : [t('compose.shortage.runs', { short, runs })]),
    said(message('judgement.advice.too-few-samples')),
  ])
}
