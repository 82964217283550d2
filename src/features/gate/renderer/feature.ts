// Registers the page of a gate, and the group of its runs in the list of results.
import type { ResultGroups } from '#renderer/components/results/result-groups.ts'
import type { View } from '#renderer/views/view.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { gateLine, gateMark } from './gate-status.ts'
import { useGates } from './gates.ts'

export const gateView: View = {
  name: 'Gate',
  navigation: '/results',
  load: () => import('./GateView.vue'),
  routes: [{ path: '/gates/:id', name: 'gate', props: true }],
}

export const gateGroups: ResultGroups = () => {
  const gates = useGates()
  return (runId) => {
    const gate = gates.byRun.get(runId)
    if (gate === undefined) return null
    const { id, name } = gate
    return {
      ...{ key: id, name, mark: gateMark(gate), answer: gateLine(gate) },
      to: { name: 'gate', params: { id } },
      open: t('gate.open'),
    }
  }
}
