// Runs compared with their base, with the spread between starts that stored runs show or the user assumes.
import type { Run } from '#core/model/run/run.ts'
import { unbroken } from '#core/base/numbers.ts'
import { shareText } from '#core/sweep/limit-text.ts'
import { computed } from 'vue'
import { useClient } from '../../api/client.ts'
import { useSettings } from '../../stores/settings.ts'
import { useFetched } from '../run/use-fetched.ts'
import { runComparison } from './comparison-rows.ts'

const offeredSpreads = [0, 0.01, 0.02, 0.03, 0.05, 0.1]

export function useComparisons(base: () => Run | null, others: () => readonly Run[]) {
  const client = useClient()
  const settings = useSettings()
  const { value: shown } = useFetched(
    () => ({ baseId: base()?.id ?? null, otherIds: others().map(({ id }) => id) }),
    async ({ baseId, otherIds }) =>
      baseId === null ? [] : await client.runs.startSpreads({ baseId, otherIds }),
  )
  const comparisons = computed(() => {
    const one = base()
    const assumed = settings.settings.startSpread
    return one === null
      ? []
      : others().map((other, at) =>
          runComparison(one, other, { assumed, shown: shown.value?.[at] ?? {} }),
        )
  })
  const startSpread = computed({
    get: () => String(settings.settings.startSpread),
    set: (share) => settings.change({ startSpread: Number(share) }),
  })
  const startSpreads = computed(() =>
    [...new Set([...offeredSpreads, settings.settings.startSpread])]
      .sort((one, two) => one - two)
      .map((share) => ({ value: String(share), label: unbroken(shareText(share)) })),
  )
  return { comparisons, startSpread, startSpreads }
}
