// The head of an answer as readers of answers ask it, made of nothing but its headers.
import type { AnswerHead } from './answer-reader.ts'

export function headOf(headers: Readonly<Record<string, string | null>>): AnswerHead {
  return { header: (name) => headers[name] ?? null }
}
