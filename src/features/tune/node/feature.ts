// Registers files of tunings, and the check of their responses.
import { isTuneFile } from '#features/tune/core/file/read-tune-file.ts'
import { parsedText } from '#node/application/sweeps/sweep-text.ts'
import type { TuningService } from '#node/application/sweeps/tuning-service.ts'
import { refusalByAnswers } from './check-answers.ts'
import { readTuneText, tunedServerIn, tuneOfFile } from './tune-of-file.ts'

export const tuneService: TuningService = {
  open(text, places) {
    if (!isTuneFile(parsedText(text))) return null
    const file = readTuneText(text)
    const [server] = file.sweep.servers
    const tuned = server === undefined ? null : tunedServerIn(server, places)
    return { ...tuneOfFile(file, tuned, null), servers: file.sweep.servers }
  },
  refusalOf: refusalByAnswers,
}
