// That a run asked for a model its server does not list, as the console notes it.
import type { Run } from '#core/model/run/run.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** Null where the server lists it. */
export function unlistedModelText({ facts }: Pick<Run, 'facts'>, t: Translate): string | null {
  if (facts?.unlisted === undefined) return null
  const { model, unlisted } = facts
  const { listed } = unlisted
  if (listed === null || listed.length === 0) return t('run.origin.noList', { model })
  return t('run.origin.unlisted', { model, listed: listed.join(', ') })
}
