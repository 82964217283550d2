// What a comparison says of one figure, in a word: a verdict, or why there is none.
import type { Judged, Shift } from './comparison.ts'

export type ShownVerdict = NonNullable<Judged<Shift>['verdict'] | Judged<Shift>['withheld']>

export function shownVerdict({ verdict, withheld }: Judged<Shift>): ShownVerdict {
  return verdict ?? withheld ?? 'unclear'
}

export const verdictText: Readonly<Record<ShownVerdict, string>> = {
  better: 'better',
  worse: 'worse',
  same: 'same',
  unclear: 'unclear',
  'not-usable': 'no verdict',
  'different-loads': 'not comparable',
  saturated: 'saturated',
  'set-by-load': 'set by the load',
}
