// Starts the sweep that an answer asks for, on the server of that answer, and goes there.
import type { SweepAnswer } from '#core/answers/answer.ts'
import type { Sweep } from '#core/model/sweep.ts'
import { useRouter } from 'vue-router'
import { t } from '../../i18n/i18n.ts'
import { useSweeps } from '../../stores/sweeps.ts'
import type { Action } from '../kit/use-action.ts'

export function useRemedy(action: Action): (sweep: Sweep, answer: SweepAnswer) => Promise<void> {
  const router = useRouter()
  const sweeps = useSweeps()

  return async ({ plan, servers }, { remedy, server }) => {
    const on = servers[server]
    if (remedy === null || on === undefined) return
    const name = t(`sweep.remedy.name.${remedy.kind}`, { name: plan.name })
    let id = ''
    const started = await action.run(async () => {
      id = (await sweeps.start([on.id], { ...remedy.plan, name })).id
    })
    if (started) await router.push({ name: 'sweep', params: { id } })
  }
}
