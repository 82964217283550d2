import { watch } from 'vue'
import { useRoute } from 'vue-router'

/** Calls back with a text in the URL's query, empty for `?name` alone: at once, and whenever it changes. */
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
