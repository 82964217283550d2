import { gaussianProcess, type GaussianProcess } from './gaussian-process.ts'
import type { Place } from '../space.ts'
import type { TuneView } from '../view.ts'

/** Chance of a failure that is assumed everywhere; 0–1. */
export const leastFailure = 0.02
/** Beyond this chance of a failure no setting is worth a start. */
export const hopeless = 0.9

/** Least-squares classification (Rasmussen and Williams 2006, 6.5); null while nothing has failed. */
export function failureModel({ candidates }: TuneView): GaussianProcess | null {
  if (!candidates.some(({ hasFailed }) => hasFailed)) return null
  return gaussianProcess(
    candidates.map(({ place, hasFailed }) => ({ place, value: Number(hasFailed), error: 0.1 })),
  )
}

export function failureAt(model: GaussianProcess | null, place: Place): number {
  return model === null
    ? leastFailure
    : Math.max(leastFailure, Math.min(0.98, model.at(place).mean))
}
