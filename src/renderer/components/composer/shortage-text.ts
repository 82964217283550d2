// Warning that the verdict would give on the number of requests, shown while it can still be changed.
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
