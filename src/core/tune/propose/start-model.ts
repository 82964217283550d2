import { squares } from '#core/base/spread.ts'
import { gaussianProcess } from './gaussian-process.ts'
import type { Place } from '../space.ts'
import type { TuneView } from '../view.ts'

/** Starts that differ by less than this take as long as any other. */
const likeStarts = 0.15

/** Seconds that a start takes, learned from three starts on. */
export function startModel({ candidates, typical }: TuneView): (place: Place) => number {
  const started = candidates.flatMap(({ place, starts }) =>
    starts.map((seconds) => ({ place, value: Math.log(Math.max(0.1, seconds)), error: 0.1 })),
  )
  const spread = Math.sqrt(squares(started.map(({ value }) => value)) / started.length)
  if (started.length < 3 || spread < likeStarts) return () => typical.startS
  const model = gaussianProcess(started)
  return (place) => Math.exp(model.at(place).mean)
}
