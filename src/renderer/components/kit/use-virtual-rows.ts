// The rows of a long table that are on screen, and the height that stands for the others.
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, type ComputedRef, type Ref } from 'vue'

export type VirtualRows = Readonly<{
  /** Positions of the rows to draw. */
  shown: ComputedRef<readonly number[]>
  /** Pixels above and below them. */
  before: ComputedRef<number>
  after: ComputedRef<number>
}>

export function useVirtualRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  rows: Readonly<{ count: () => number; height: number }>,
): VirtualRows {
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: rows.count(),
      getScrollElement: () => scroller.value,
      estimateSize: () => rows.height,
      overscan: 12,
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  return {
    shown: computed(() => items.value.map((item) => item.index)),
    before: computed(() => items.value[0]?.start ?? 0),
    after: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
  }
}
