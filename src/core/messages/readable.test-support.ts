// A value with each message replaced by its English text, for comparison.
import { inEnglish, type Message } from './message.ts'

export function readable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isMessage(value)) return inEnglish(value)
  if (Array.isArray(value)) return value.map(readable)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, readable(each)]))
}

function isMessage(value: object): value is Message {
  return 'id' in value && 'params' in value && Object.keys(value).length === 2
}
