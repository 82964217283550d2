// Deferred drawing: a view is painted before its plots, and input events are handled between two plots.

type Work = () => void

const waiting = new Set<Work>()
let isScheduled = false

/** Runs the work after the next frame, after earlier work. Returns a function that cancels it. */
export function afterPaint(work: Work): () => void {
  waiting.add(work)
  schedule()
  return () => void waiting.delete(work)
}

/** One item per frame. A hidden window has no frames, and draws once it is visible. */
function schedule(): void {
  if (isScheduled || waiting.size === 0) return
  isScheduled = true
  // A frame is painted after its callbacks, so a task queued in one of them runs after painting.
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
