// The rows of a long table that are on screen, and the height that stands for the others.
import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, onMounted, onScopeDispose, shallowRef, type ComputedRef, type Ref } from 'vue'

export type VirtualRows = Readonly<{
  /** Positions of the rows to draw. */
  shown: ComputedRef<readonly number[]>
  /** Pixels above and below them. */
  before: ComputedRef<number>
  after: ComputedRef<number>
}>

/** Rows beyond the edges, ready to be scrolled to. They are drawn after those on screen, which show the view sooner. */
const rowsBeyond = 12

export function useVirtualRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  rows: Readonly<{ count: () => number; height: number }>,
): VirtualRows {
  const overscan = useLater(rowsBeyond)
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: rows.count(),
      getScrollElement: () => scroller.value,
      estimateSize: () => rows.height,
      overscan: overscan.value,
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  return {
    shown: computed(() => items.value.map((item) => item.index)),
    before: computed(() => items.value[0]?.start ?? 0),
    after: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
  }
}

/** 0 until the view is shown. */
function useLater(value: number): Readonly<Ref<number>> {
  const now = shallowRef(0)
  let timer: ReturnType<typeof setTimeout> | undefined
  onMounted(() => {
    timer = setTimeout(() => (now.value = value), 200)
  })
  onScopeDispose(() => clearTimeout(timer))
  return now
}
