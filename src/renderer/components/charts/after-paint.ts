// Drawing that a view does not wait for: a view is on screen before its plots, and keys and clicks pass between two of them.

type Work = () => void

const waiting = new Set<Work>()
let isScheduled = false

/** Does it after the next frame, once what was asked for before it is done. Gives what takes it back. */
export function afterPaint(work: Work): () => void {
  waiting.add(work)
  schedule()
  return () => void waiting.delete(work)
}

/** One piece for each frame. A window out of sight has no frames, and draws once it is seen. */
function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  // A frame is painted after its callbacks: a task that one of them starts comes after the painting.
  requestAnimationFrame(() => setTimeout(doNext))
}

function doNext(): void {
  isScheduled = false
  const [next] = waiting
  if (next === undefined) return
  waiting.delete(next)
  schedule()
  next()
}
