// Parts that records of scalars share.
import type { BaseTally } from './scalar-metric.ts'

/** Metric unique to Kneepoint that earlier runs lack; result files and CSV use the same name. */
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

/** Count unique to Kneepoint; printed reports show it after `label`. */
export function ownCount<const Key extends string>(key: Key, label: string) {
  return {
    ...ownFigure('int', key),
    unit: '',
    console: { label, digits: 0 },
    page: { format: 'count', leftOutAt: null },
  } as const
}

/** Metric of vLLM's result files whose CSV column has the name of its key. */
export function vllmFigure<const Type extends 'int' | 'number', const Key extends string>(
  type: Type,
  key: Key,
) {
  return { stored: { type }, file: { key }, csv: key } as const
}

/** Metric from the telemetry of a run; a lower value is better. */
export function sampled<Telemetry, const Unit extends string, const Csv extends string>(
  value: (telemetry: Telemetry) => number | null,
  unit: Unit,
  csv: Csv,
) {
  return {
    sampled: value,
    compute: () => null,
    stored: { type: 'number', isNullable: true, earlierRuns: null },
    unit,
    csv,
    better: 'lower',
    task: 'any',
    shareColumn: true,
  } as const
}

export function perSecond(amount: number, { durationS }: BaseTally): number {
  return durationS > 0 ? amount / durationS : 0
}
