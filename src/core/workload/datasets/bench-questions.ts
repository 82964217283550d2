// Questions of the two public benchmarks for speculative decoding, SpecBench and SPEED-Bench: one per entry, by category.
import { z } from 'zod'
import { message } from '#core/messages/message.ts'
import { parseEntry } from './dataset-entry.ts'

type Place = Readonly<{
  /** File and line, for error messages. */
  where: string
  /** Null accepts questions of every category. */
  category: string | null
}>

const specSchema = z.object({ turns: z.array(z.string()).min(1), category: z.unknown() })
const specRemedy = message('workload.specBenchForm')

const speedSchema = z.object({
  messages: z.array(z.object({ content: z.string() })).min(1),
  category: z.unknown(),
})
const speedRemedy = message('workload.speedBenchForm')

/** The first turn; null for other categories, which are omitted. */
export function specBenchQuestion(entry: unknown, { where, category }: Place): string | null {
  const question = parseEntry(specSchema, entry, { where, remedy: specRemedy })
  return isWanted(question, category) ? (question.turns[0] ?? null) : null
}

/** Content of the first message; null for other categories, which are omitted. */
export function speedBenchQuestion(entry: unknown, { where, category }: Place): string | null {
  const question = parseEntry(speedSchema, entry, { where, remedy: speedRemedy })
  return isWanted(question, category) ? (question.messages[0]?.content ?? null) : null
}

function isWanted(question: Readonly<{ category?: unknown }>, category: string | null): boolean {
  return category === null || question.category === category
}
