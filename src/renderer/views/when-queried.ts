import { watch } from 'vue'
import { useRoute } from 'vue-router'

/** Acts on a text in the query of the address, empty for `?name` alone: at once, and whenever it changes. */
export function whenQueried(name: string, act: (text: string) => void): void {
  const route = useRoute()
  watch(
    () => route.query[name],
    (text) => {
      if (text !== undefined && !Array.isArray(text)) act(text ?? '')
    },
    { immediate: true },
  )
}
