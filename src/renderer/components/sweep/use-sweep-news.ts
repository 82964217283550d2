// Notifies on the desktop that a sweep has ended.
import type { Sweep } from '#core/model/sweep.ts'
import { bestAnswer, sweepAnswers } from '#core/answers/sweep-answers.ts'
import { useRouter } from 'vue-router'
import { notify } from '../../api/notify.ts'
import { t } from '../../i18n/i18n.ts'
import { said } from '../../i18n/said.ts'
import { useAppEvents } from '../../stores/app-events.ts'
import { sweepMark } from './sweep-status.ts'

const over: ReadonlySet<Sweep['status']> = new Set(['completed', 'failed'])

/** For as long as the window is open. */
export function useSweepNews(): void {
  const router = useRouter()
  const events = useAppEvents()
  const running = new Set<string>()

  events.on('sweep', ({ sweep }) => {
    if (sweep.status === 'running') running.add(sweep.id)
    else if (running.delete(sweep.id) && over.has(sweep.status)) tell(sweep)
  })

  function tell(sweep: Sweep): void {
    const found = sweep.answers.length === 0 ? null : bestAnswer(sweepAnswers(sweep, []))
    notify({
      title: sweep.plan.name,
      body: found === null ? sweepMark(sweep, t).word : said(found.line),
      onClick: () => void router.push({ name: 'sweep', params: { id: sweep.id } }),
    })
  }
}
