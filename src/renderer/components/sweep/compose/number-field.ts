import type { FileProblem } from '#core/sweep/file/file-place.ts'
import { said } from '../../../i18n/i18n.ts'

type FieldTexts = Readonly<{ label: string; about: string; unit?: string; placeholder?: string }>

/** A number of a sweep for `NumberFields`, with the problems at its place in the file. */
export function numberField<Name extends string>(
  name: Name,
  texts: FieldTexts,
  problems: readonly FileProblem[],
) {
  const stated = problems.map(({ text }) => said(text))
  return { unit: '', ...texts, name, id: `sweep-${name}`, problems: stated }
}
