// The plan of a sweep without likely secrets, for storage, display and files.
import type { SweepPlan, SweepSetting, Tune } from '#core/model/sweep.ts'
import { hiddenValue, presentable, presentableValues } from '../redaction/presentable.ts'

/** Server flags, by long name, whose value is a secret. */
export const secretServerFlags: readonly string[] = ['api-key', 'hf-token', 'ssl-keyfile-password']

export function presentablePlan(plan: SweepPlan): SweepPlan {
  return {
    ...plan,
    config: presentable(plan.config),
    axes: plan.axes.map((axis) => ({ ...axis, settings: axis.settings.map(presentableSetting) })),
    excluded: plan.excluded.map(presentableSetting),
    tune: plan.tune && presentableTune(plan.tune),
  }
}

function presentableTune({ served, ...tune }: Tune): Tune {
  return {
    ...{ ...tune, base: presentableFlags(tune.base) },
    served: served && { ...served, flags: presentableFlags(served.flags) },
  }
}

/** Whether the requested plan can no longer be distinguished from this one. */
export function hidesValues(plan: SweepPlan): boolean {
  return JSON.stringify(plan).includes(JSON.stringify(hiddenValue))
}

function presentableSetting({ benchmark, server }: SweepSetting): SweepSetting {
  return {
    benchmark: withEach(benchmark, (field, value) => presentableValues[field]?.(value) ?? value),
    server: presentableFlags(server),
  }
}

function presentableFlags(flags: SweepSetting['server']): SweepSetting['server'] {
  return withEach(flags, (flag, value) => (secretServerFlags.includes(flag) ? hiddenValue : value))
}

function withEach<Value>(
  values: Readonly<Record<string, Value>>,
  shown: (name: string, value: Value) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shown(name, value)]),
  )
}
