// Parts of a text put together as the window's language does it.
import type { Translate } from './i18n.ts'

/** Sentences one after the other; a full stop of Chinese brings its own room. */
export function inSequence(sentences: readonly string[]): string {
  return sentences.join(' ').replace(/(?<=[。；：？！]) /g, '')
}

/** Parts of one sentence. */
export function listed(parts: readonly string[], t: Translate): string {
  return parts.slice(1).reduce((one, other) => t('common.listed', { one, other }), parts[0] ?? '')
}
