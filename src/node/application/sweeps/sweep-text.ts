// Sweep files as text, YAML or JSON, with the flags of the servers this program knows.
import { message, textOf } from '#core/messages/message.ts'
import { stringify } from 'yaml'
import { appError } from '#core/model/app-error.ts'
import type { SweepFile } from '#core/model/sweep.ts'
import { readSweepFile } from '#core/sweep/file/read-sweep-file.ts'
import { sweepFileContents } from '#core/sweep/file/write-sweep-file.ts'
import { tunings } from '#core/sweep/next-move.ts'
import { ownFlagIndex } from '#node/remote/launch/flag-catalogue.ts'
import { parsedYaml } from './parsed-yaml.ts'

/** JSON is YAML too. */
export function readSweepText(text: string): SweepFile {
  return readSweepFile(parsedText(text), ownFlagIndex())
}

/** A sweep file, or the feature's own file for a tuning plan. */
export function writeSweepText(file: SweepFile, format: 'yaml' | 'json'): string {
  const { tune } = file.plan
  const contents =
    tune === null || tunings === undefined
      ? sweepFileContents(file, ownFlagIndex())
      : tunings.contents(file, tune, ownFlagIndex())
  return format === 'yaml' ? stringify(contents) : `${JSON.stringify(contents, null, 2)}\n`
}

/** Contents of a file in YAML or JSON; throws `invalid-input`. */
export function parsedText(text: string): unknown {
  if (text.trim() === '')
    throw appError('invalid-input', 'files.notYamlOrJson', { why: message('files.isEmpty') })
  try {
    return JSON.parse(text)
  } catch {
    return parsedYaml(text, longestYaml, {
      tooLong: (lengths) => appError('invalid-input', 'files.notJsonAndLong', lengths),
      notYaml: (cause) =>
        appError('invalid-input', 'files.notYamlOrJson', { why: textOf(cause) }, { cause }),
    })
  }
}

/** A hundred times the size of any handwritten file. */
const longestYaml = 65_536
