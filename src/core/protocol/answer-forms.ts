// How the answers of each protocol are read. The load generator knows a protocol by its name alone.
import type { ProtocolName } from '../model/backend-traits.ts'
import type { AnswerForm } from './answer-form.ts'
import { chatAnswer } from './families/chat.ts'
import { completionsAnswer } from './families/completions.ts'
import { pooledAnswer } from './families/pooled-answer.ts'

export const answerForms: Readonly<Record<ProtocolName, AnswerForm>> = {
  completions: completionsAnswer,
  chat: chatAnswer,
  pooling: pooledAnswer,
}
