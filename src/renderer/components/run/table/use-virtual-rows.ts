// The visible rows of a long table, and the height that represents the others.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { computed, onMounted, onScopeDispose, shallowRef, type ComputedRef, type Ref } from 'vue'
import { afterPaint } from '../../charts/after-paint.ts'

export type VirtualRows = Readonly<{
  /** Indices of the rows to render. */
  shown: ComputedRef<readonly number[]>
  /** Pixels above and below them. */
  before: ComputedRef<number>
  after: ComputedRef<number>
}>

/** Number of rows rendered before all others, so that the view appears sooner. */
const firstRows = 8
/** Rows beyond the visible ones, ready to be scrolled to. They are rendered after the visible ones. */
const rowsBeyond = 12

export function useVirtualRows(
  scroller: Readonly<Ref<HTMLElement | null>>,
  rows: Readonly<{ count: () => number; height: number }>,
): VirtualRows {
  const stage = useStage()
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: rows.count(),
      getScrollElement: () => scroller.value,
      estimateSize: () => rows.height,
      overscan: stage.value === 'beyond' ? rowsBeyond : 0,
      rangeExtractor: (range) => {
        const indexes = defaultRangeExtractor(range)
        return stage.value === 'first' ? indexes.slice(0, firstRows) : indexes
      },
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems())
  return {
    shown: computed(() => items.value.map((item) => item.index)),
    before: computed(() => items.value[0]?.start ?? 0),
    after: computed(() => virtualizer.value.getTotalSize() - (items.value.at(-1)?.end ?? 0)),
  }
}

type Stage = 'first' | 'on screen' | 'beyond'

function useStage(): Readonly<Ref<Stage>> {
  const stage = shallowRef<Stage>('first')
  let giveUp: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  onMounted(() => {
    giveUp = afterPaint(() => (stage.value = 'on screen'))
    timer = setTimeout(() => (stage.value = 'beyond'), 200)
  })
  onScopeDispose(() => {
    giveUp?.()
    clearTimeout(timer)
  })
  return stage
}
