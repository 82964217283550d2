// Sentences of core in the window's language, as they are shown.
import { useSettings } from '../stores/settings.ts'
import { problemText } from './problem-text.ts'

export function useProblemText(): (message: string) => string {
  const settings = useSettings()
  return (message) => problemText(message, settings.language)
}
