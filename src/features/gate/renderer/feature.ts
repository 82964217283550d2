// Registers gates among the results.
import type { OpenResultSource } from '#renderer/components/results/result-source.ts'
import { formatMoment, t } from '#renderer/i18n/i18n.ts'
import { gateLine, gateMark } from './gate-status.ts'
import { useGates } from './gates.ts'

export const gateResults: OpenResultSource = () => {
  const gates = useGates()
  return {
    list: () =>
      gates.list.map((gate) => ({
        row: {
          ...{ kind: 'gate', id: gate.id, name: gate.name, mark: gateMark(gate) },
          ...{ answer: gateLine(gate), detail: formatMoment(gate.createdAtEpochMs) },
        },
        isRunning: gate.status === 'running',
        hasRuns: gate.runs.length > 0,
      })),
    groupOf(runId) {
      const gate = gates.byRun.get(runId)
      if (gate === undefined) return null
      const { id, name } = gate
      return {
        ...{ key: id, name, mark: gateMark(gate), answer: gateLine(gate) },
        to: { name: 'gate', params: { id } },
        open: t('gate.open'),
      }
    },
  }
}
