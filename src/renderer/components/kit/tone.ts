// States as they are shown: a word in a tone, alone or in a list.
import type { RouteLocationRaw } from 'vue-router'

/** Each has its icon and colour in StatusMark. */
export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'idle' | 'even' | 'ended'

export type Mark = Readonly<{ tone: Tone; word: string }>

/** A row of StateList. */
export type StateItem = Readonly<{
  id: string
  to: RouteLocationRaw
  name: string
  subtitle: string
  state: Mark | null
}>
