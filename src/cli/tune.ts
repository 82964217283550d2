// `kneepoint tune FILE`: which flags of a server serve the most load within limits, how sure that is, and what it cost.
import { z } from 'zod'
import { switchFlag, textFlag } from '#core/flags/value-schemas.ts'
import { tunePresets } from '#core/tune/usual-suspects.ts'
import { clientOf } from '#node/application/client-of.ts'
import { requireWritableFile } from '#node/files/write-file.ts'
import { exitCodes } from './exit.ts'
import { flagCommand } from './flag-command.ts'
import { openOwnApplication } from './own-application.ts'
import { answerQuestions } from './sweep/answer-questions.ts'
import { fileOrResume } from './sweep/file-or-resume.ts'
import { followNews } from '#node/application/services/news.ts'
import { conductTune } from './sweep/conduct-tune.ts'
import { readTune } from './sweep/read-tune.ts'
import { tunePlanLines } from './sweep/tune-plan-text.ts'

export const tune = flagCommand({
  name: 'kneepoint tune',
  words: '[FILE]',
  about:
    'Searches the flags of a server for the setting that serves the most load within limits, as described by FILE in YAML or ' +
    'JSON (docs/tuning.md). Settings are chosen on the way by a model of what was measured; the best is confirmed against ' +
    'the defaults. Ctrl-C pauses after the current point and keeps what was measured; --resume continues. Exit ' +
    'codes: 0 confirmed, also where nothing is better than the defaults; 2 the file or a flag is invalid; 3 nothing ' +
    'was confirmed; 4 nothing was measured; 130 paused or cancelled.',
  flags: {
    dryRun: switchFlag(
      'Show the settings, the first ones to try, the time and the budget, without starting anything.',
    ),
    preset: {
      schema: z.enum(tunePresets).nullable().default(null),
      kind: 'choice',
      choices: tunePresets,
      summary:
        'Vary the flags that most often matter, besides those of FILE, as far as the installed version takes them.',
    },
    resume: textFlag('ID', 'Continue a paused or interrupted tuning, instead of FILE.'),
    json: textFlag('FILE', 'Write the answer as JSON.'),
  },
  async run({ dryRun, preset, resume, json }, terminal, [file]) {
    if ((file === undefined) === (resume === null)) throw fileOrResume('kneepoint tune')
    if (json !== null) requireWritableFile(json)
    const application = openOwnApplication()
    const client = clientOf(application)
    const news = await followNews(client)
    try {
      const order = file === undefined ? (resume ?? '') : await readTune(file, preset, client)
      if (typeof order !== 'string') tunePlanLines(order).forEach((line) => terminal.print(line))
      if (dryRun) return exitCodes.done
      answerQuestions(client, news)
      const interrupt = () => application.interrupt()
      return await conductTune(order, json, { client, news, terminal, interrupt })
    } finally {
      news.close()
      await application.close()
    }
  },
})
