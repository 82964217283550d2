import { t, type TextKey } from '../../../i18n/i18n.ts'

type FieldKeys = Readonly<{ label: TextKey; about: TextKey; problem: TextKey }>

/** A number of a sweep as `NumberFields` shows it; `atFault` names the fields that hold no such number. */
export function sweepNumber<Name extends string>(
  name: Name,
  keys: FieldKeys,
  { unit, atFault }: Readonly<{ unit: string; atFault: readonly string[] }>,
) {
  return {
    ...{ name, unit, id: `sweep-${name}` },
    label: t(keys.label),
    about: t(keys.about),
    problems: atFault.includes(name) ? [t(keys.problem)] : [],
  }
}
