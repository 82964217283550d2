// A number of a tuning as a field.
import type { TuneNumber, TuneReading } from '../../../drafts/written-tune.ts'
import { t } from '../../../i18n/i18n.ts'

const units: Readonly<Record<TuneNumber, string>> = {
  gpuMinutes: 'min',
  runs: '',
  minutes: 'min',
  answers: '%',
}

export function tuneNumber(name: TuneNumber, { atFault }: TuneReading) {
  return {
    ...{ name, id: `tune-${name}`, unit: units[name] },
    label: t(`compose.tune.${name}`),
    about: t(`compose.tune.about.${name}`),
    placeholder: t(name === 'answers' ? 'compose.tune.reported' : 'compose.tune.unlimited'),
    problems: atFault.includes(name) ? [t(`compose.tune.atFault.${name}`)] : [],
  }
}
