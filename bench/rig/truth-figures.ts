// What the server really did, in the figures a client should have reported.
import type { Truth } from '#core/model/run/calibration.ts'
import type { Spread } from './client-figures.ts'
import { spreadOf } from './figures.ts'

export type TrueFigures = Readonly<{ ttft: Spread; itl: Spread }>

export function trueFigures(truths: readonly Truth[]): TrueFigures {
  return {
    ttft: spreadOf(truths.map(({ first, received }) => (first - received) / 1e6)),
    itl: spreadOf(truths.flatMap(({ gaps }) => gaps.map((ns) => ns / 1e6))),
  }
}
