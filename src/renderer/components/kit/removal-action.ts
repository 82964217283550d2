import { Trash2 } from '@lucide/vue'
import type { Translate } from '../../i18n/i18n.ts'
import type { ConfirmedAction } from './use-action.ts'

/** Removes the page's item, once the user has confirmed it. */
export function removalAction(
  t: Translate,
  asked: Readonly<{ title: string; description: string }>,
  remove: () => Promise<void>,
): ConfirmedAction {
  const label = t('common.remove')
  return {
    id: 'remove',
    label,
    icon: Trash2,
    dangerous: true,
    confirm: { ...asked, action: label },
    run: () => void remove(),
  }
}
