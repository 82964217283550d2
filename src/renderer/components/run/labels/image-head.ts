// The head of the image of all plots of a run: its name, and what a reader must know of the figures.
import type { Run } from '#core/model/run/run.ts'
import { t } from '../../../i18n/i18n.ts'
import { formatMoment } from '../../../i18n/times.ts'
import { serverText } from './server-text.ts'

export type PicturedRun = Pick<
  Run,
  'name' | 'config' | 'facts' | 'serverName' | 'imported' | 'createdAtEpochMs'
>

export type ImageHead = Readonly<{ name: string; facts: string }>

export function runImageHead(run: PicturedRun): ImageHead {
  const facts = [
    ...(run.facts?.simulated === true ? [t('common.simulated')] : []),
    serverText(run, t) ?? run.imported?.fileName ?? '',
    formatMoment(run.createdAtEpochMs),
  ]
  return { name: run.name, facts: facts.filter((fact) => fact !== '').join(' · ') }
}
