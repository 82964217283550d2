import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { shallowRef, watch, type Ref } from 'vue'
import { readDraft, type BenchmarkDraft } from '../../drafts/benchmark-draft.ts'

/** The last valid benchmark, because an incomplete number must not make fields appear and disappear. */
export function lastReadConfig(draft: Ref<BenchmarkDraft>): Readonly<Ref<BenchmarkConfig>> {
  const config = shallowRef(defaultBenchmarkConfig)
  watch(
    draft,
    (written) => {
      config.value = readDraft(written).config ?? config.value
    },
    { immediate: true },
  )
  return config
}
