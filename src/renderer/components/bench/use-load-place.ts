// The field of a benchmark that names the hosts which send its load, as the control for it reads and writes it.
import type { Problem } from '#contract/views.ts'
import { benchmarkFlags } from '#core/model/benchmark/benchmark-fields.ts'
import { computed, type ComputedRef, type WritableComputedRef } from 'vue'
import { writeField, type BenchmarkDraft } from '../../drafts/benchmark-draft.ts'
import { useProblemText } from '../../i18n/use-problem-text.ts'

type Written = Readonly<{
  draft: WritableComputedRef<BenchmarkDraft>
  problems: () => readonly Problem[]
}>

type LoadPlace = Readonly<{
  place: WritableComputedRef<string | undefined>
  problems: ComputedRef<readonly string[]>
}>

export function useLoadPlace({ draft, problems }: Written): LoadPlace {
  const say = useProblemText()
  const place = computed({
    get: () => draft.value.on,
    set: (on) => {
      const flag = benchmarkFlags.find(({ field }) => field === 'on')
      if (flag !== undefined) draft.value = writeField(draft.value, flag, on ?? '')
    },
  })
  const texts = computed(() =>
    problems()
      .filter(({ field }) => field === 'on')
      .map(({ message }) => say(message)),
  )
  return { place, problems: texts }
}
