// The length of a long list that grows after each paint, so that neither its view nor the next key waits for all of it.
import { onMounted, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { afterPaint } from '../charts/after-paint.ts'

/** Items in the first paint, and added in each frame after it. */
const step = 8
/** Fill a screen: a list that is replaced does not shrink below it, so that nothing jumps. */
const screenful = 48

/** Number of items to draw. */
export function useGrowing(
  list: Readonly<Ref<unknown>>,
  count: () => number,
): Readonly<Ref<number>> {
  const drawn = shallowRef(step)
  let giveUp: (() => void) | undefined

  function grow(): void {
    giveUp?.()
    if (drawn.value >= count()) return
    giveUp = afterPaint(() => {
      drawn.value += step
      grow()
    })
  }

  onMounted(grow)
  watch(list, () => {
    drawn.value = Math.min(drawn.value, screenful)
    grow()
  })
  onScopeDispose(() => giveUp?.())
  return drawn
}
