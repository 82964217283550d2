// The setting to try next: the defaults, then a few that fill the space, then the one with the greatest expected improvement
// per second of GPU time, where a setting that is likely to fail counts for less.
import { poolOf } from '../pool.ts'
import { choiceKey } from '../space.ts'
import type { TuneView } from '../view.ts'
import { fillingCount, fillingOf } from './filling.ts'
import { promisingOf } from './promising.ts'
import type { Proposal } from './proposal.ts'

/** Null where nothing is worth a try. */
export function proposeSetting(view: TuneView): Proposal | null {
  const { plan, tune, candidates, best } = view
  const pool = poolOf(plan, tune)
  const [defaults] = pool
  if (defaults === undefined) return null
  if (candidates.length === 0)
    return { choice: defaults, why: 'defaults', expected: null, failure: 0 }
  const tried = new Set(candidates.map(({ choice }) => choiceKey(choice)))
  const left = pool.filter((choice) => !tried.has(choiceKey(choice)))
  if (candidates.length <= fillingCount(tune)) return fillingOf(view, left)
  return best === null ? fillingOf(view, left) : promisingOf(view, left)
}
