// How many programs may run over one connection at once: sshd allows ten sessions unless told otherwise.

export const mostAtOnce = 6

export type ChannelSlots = Readonly<{
  /** Resolves when there is room, with what gives the place back; giving it back twice does no harm. */
  take(): Promise<() => void>
}>

export function channelSlots(most = mostAtOnce): ChannelSlots {
  let taken = 0
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) taken -= 1
    else next()
  }

  return {
    async take() {
      if (taken < most) taken += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
  }
}
