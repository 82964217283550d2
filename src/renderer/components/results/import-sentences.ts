// Result of one imported file, as text.
import { inEnglish, message, type Text } from '#core/messages/message.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { FileImport } from '../../stores/imports.ts'

type FileProblem = Readonly<{
  /** Null if the whole file is at fault, or if the message names the line itself. */
  line: number | null
  message: Text
  remedy: Text | null
}>

export function problemsOf(file: FileImport): readonly FileProblem[] {
  switch (file.state) {
    case 'going':
      return []
    case 'done':
      return file.report.problems.map(({ message: text, line, remedy }) => ({
        line: /^line \d/.test(inEnglish(text)) ? null : line,
        message: message('common.sentence', { text }),
        remedy,
      }))
    case 'failed':
      return [{ line: null, ...file.error.content }]
  }
}

export function importSentences(file: FileImport, t: Translate): readonly string[] {
  switch (file.state) {
    case 'going':
      return [t(file.sent < 1 ? 'results.import.sending' : 'results.import.reading')]
    case 'done': {
      const { imported, known, sweeps, problems } = file.report
      if (imported.length + known.length === 0) return [t('results.import.failed')]
      const counts = [
        ['results.import.sweeps', sweeps.length],
        ['results.import.imported', imported.length],
        ['results.import.known', known.length],
        ['results.import.refused', problems.length],
      ] as const
      return counts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]))
    }
    case 'failed':
      return [t('results.import.failed')]
  }
}
