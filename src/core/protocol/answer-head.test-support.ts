// Response head for response readers, built from headers alone.
import type { AnswerHead } from './answer-reader.ts'

export function headOf(headers: Readonly<Record<string, string | null>>): AnswerHead {
  return { header: (name) => headers[name] ?? null }
}
