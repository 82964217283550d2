// Sentences of core in the window's language, as they are shown.
import type { Text } from '#core/messages/message.ts'
import { useSettings } from '../stores/settings.ts'
import { problemText } from './problem-text.ts'

export function useProblemText(): (message: Text) => string {
  const settings = useSettings()
  return (message) => problemText(message, settings.language)
}
