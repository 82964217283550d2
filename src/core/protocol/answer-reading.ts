// How the answers of one run are read; holds what they teach about the server's events.
import type { ProtocolName } from '../model/backend-traits.ts'
import { answerForms } from './answer-forms.ts'
import type { AnswerForm } from './answer-form.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { DecodeText } from './answer-text.ts'
import { DocumentReader } from './document-reader.ts'
import { StreamReader } from './stream-reader.ts'
import { TemplateBook, type Later } from './template-book.ts'

export type AnswerReading = Readonly<{
  kind: AnswerForm['kind']
  /** A reader for the next answer. */
  begin: () => AnswerReader
}>

export type AnswerReadingOptions = Readonly<{
  decode: DecodeText
  keepText: boolean
  later: Later
}>

export function createAnswerReading(
  protocol: ProtocolName,
  { decode, keepText, later }: AnswerReadingOptions,
): AnswerReading {
  const form = answerForms[protocol]
  if (form.kind === 'document') {
    return { kind: form.kind, begin: () => new DocumentReader(form, { decode, keepText }) }
  }
  const templates = new TemplateBook(form, later)
  return { kind: form.kind, begin: () => new StreamReader(form, { templates, decode, keepText }) }
}
