// Runs a gate again, unchanged or edited.
import { useRouter } from 'vue-router'
import type { ComposedGate, GateRecord } from '#features/gate/core/gate-record.ts'
import type { Action } from '#renderer/components/kit/use-action.ts'
import { useQuestion } from '#renderer/stores/question.ts'
import { useGateComposer } from './gate-composer.ts'
import { useGates } from './gates.ts'

export function useRepeatGate(gate: () => GateRecord, action: Action) {
  const router = useRouter()
  const gates = useGates()
  const composer = useGateComposer()
  const question = useQuestion()

  async function repeat(change: Partial<ComposedGate> = {}): Promise<void> {
    let id = ''
    const started = await action.run(async () => {
      id = (await gates.start({ ...gate().order, ...change })).id
    })
    if (started) await router.push({ name: 'gate', params: { id } })
  }

  async function edit(): Promise<void> {
    composer.composeFrom(gate().order)
    question.open('compare')
    await router.push({ name: 'ask', params: { question: 'compare' } })
  }

  return { repeat, edit }
}
