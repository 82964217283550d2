import type { Run } from '#core/model/run/run.ts'
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A run that repeats another was made to be compared with it: the address names the other as `against`. */
export function compareWhenCompleted(run: () => Run | null): void {
  const route = useRoute()
  const router = useRouter()
  watch(
    () => run()?.status,
    (status, before) => {
      const { against } = route.query
      if (before === undefined || status !== 'completed' || typeof against !== 'string') return
      void router.replace({ name: 'compare', query: { runs: `${against},${run()?.id}` } })
    },
  )
}
