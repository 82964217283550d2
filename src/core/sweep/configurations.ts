// The configurations of a sweep: a server with one choice of settings, measured at every load.
import type { SweepPlan, SweepPoint } from '../model/sweep/sweep.ts'
import { serverKey, settingChoices } from './cells.ts'

export type Configuration = Pick<SweepPoint, 'server' | 'settings'>

/** Choices of settings, together where one start of the server serves them all. */
export function choicesByStart(plan: Pick<SweepPlan, 'axes'>): number[][][] {
  const starts = new Map<string, number[][]>()
  for (const choice of settingChoices(plan)) {
    const key = serverKey(plan, choice)
    starts.set(key, [...(starts.get(key) ?? []), choice])
  }
  return [...starts.values()]
}

/** In the order they are measured. */
export function configurationsOf(plan: Pick<SweepPlan, 'axes'>, servers: number): Configuration[] {
  return Array.from({ length: servers }, (_, server) => server).flatMap((server) =>
    choicesByStart(plan)
      .flat()
      .map((settings) => ({ server, settings })),
  )
}

/** Positions of a server that share one start of it. */
export function startKey(
  plan: Pick<SweepPlan, 'axes'>,
  { server, settings }: Configuration,
): string {
  return `${server} ${serverKey(plan, settings)}`
}
