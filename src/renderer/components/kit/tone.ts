// Display of states: a word with a tone, alone or in a list.
import type { ShownVerdict } from '#core/compare/headline.ts'
import type { RouteLocationRaw } from 'vue-router'

/** StatusMark defines the icon and colour of each. */
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

export const verdictTones: Readonly<Record<ShownVerdict, Tone>> = {
  better: 'good',
  worse: 'bad',
  same: 'even',
  unclear: 'idle',
  'not-usable': 'idle',
  'different-loads': 'idle',
  saturated: 'idle',
  'set-by-load': 'even',
  'within-runs': 'idle',
}
