import { onMounted, watch, type ShallowRef } from 'vue'

/** Scrolls to the selected entry of a list: initially, and after each change of `source`. */
export function useSelectedInView(
  list: Readonly<ShallowRef<HTMLElement | null>>,
  source: () => unknown,
): void {
  const show = () => list.value?.querySelector('.selected')?.scrollIntoView({ block: 'nearest' })
  watch(source, show, { flush: 'post' })
  onMounted(show)
}
