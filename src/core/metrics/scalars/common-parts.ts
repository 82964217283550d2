// What records of scalars have in common.
import type { RunTally } from '../scalar-metric.ts'

/** A figure of our own that earlier runs do not have: result files and CSV name it alike. */
export function ownFigure<const Type extends 'int' | 'number', const Key extends string>(
  type: Type,
  key: Key,
) {
  return {
    stored: { type, isNullable: true, earlierRuns: null },
    file: { key, isOwn: true },
    imported: null,
    csv: key,
  } as const
}

/** A count of our own, behind `label` in printed reports. */
export function ownCount<const Key extends string>(key: Key, label: string) {
  return {
    ...ownFigure('int', key),
    unit: '',
    console: { label, digits: 0 },
    page: { format: 'count', leftOutAt: null },
  } as const
}

/** A figure of vLLM's result files whose column of CSV files has the name of its key. */
export function vllmFigure<const Type extends 'int' | 'number', const Key extends string>(
  type: Type,
  key: Key,
) {
  return { stored: { type }, file: { key }, csv: key } as const
}

/** An amount of a run per second. */
export function perSecond(amount: number, { durationS }: RunTally): number {
  return durationS > 0 ? amount / durationS : 0
}
