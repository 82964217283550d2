/** Long enough not to send a request at every keystroke. */
const pauseMs = 250

/** Debounces work: runs the newest once typing has paused, or now with `atOnce`; null only cancels earlier work. */
export function afterTyping(): (work: (() => void) | null, atOnce?: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (work, atOnce = false) => {
    clearTimeout(timer)
    if (work !== null) timer = setTimeout(work, atOnce ? 0 : pauseMs)
  }
}
