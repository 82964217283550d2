// The figures of a result file by their keys, whichever client wrote it.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { AppError } from '../../model/app-error.ts'
import { parsePythonJson } from '../../result-file/parse-python-json.ts'

export type ResultFigures = Readonly<{
  /** Null where the file has no number there. */
  figure(key: string): number | null
  /** Of the steady state. */
  steady(key: string): number | null
  hasSteadyState: boolean
  text(key: string): string | null
}>

const objectSchema = z.record(z.string(), z.unknown())

/** `text` is one result. Throws `invalid-input` where it is not one. */
export function resultFigures(text: string): ResultFigures {
  const parsed = objectSchema.safeParse(parsePythonJson(text))
  if (!parsed.success) {
    throw new AppError('invalid-input', message('files.notAResult'), {
      remedy: message('files.unchangedResult'),
    })
  }
  const result = parsed.data
  const steadyState = objectSchema.safeParse(result['steady_state'])
  const steady = steadyState.success ? steadyState.data : {}
  return {
    figure: (key) => numberOr(result[key]),
    steady: (key) => numberOr(steady[key]),
    hasSteadyState: steadyState.success,
    text: (key) => {
      const value = result[key]
      return typeof value === 'string' ? value : null
    },
  }
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
