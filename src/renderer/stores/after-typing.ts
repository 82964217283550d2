/** Long enough not to ask at every key. */
const pauseMs = 250

/** Does the newest work it is given once typing has paused, or `atOnce`; null only drops what was given before. */
export function afterTyping(): (work: (() => void) | null, atOnce?: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (work, atOnce = false) => {
    clearTimeout(timer)
    if (work !== null) timer = setTimeout(work, atOnce ? 0 : pauseMs)
  }
}
