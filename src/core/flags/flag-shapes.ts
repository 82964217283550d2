// Flags that differ only in their texts.
import { z } from 'zod'
import { positiveInteger } from './value-schemas.ts'

/** Off unless given. */
export function switchFlag(summary: string) {
  return { schema: z.boolean().default(false), kind: 'switch', summary } as const
}

/** Null unless given. */
export function textFlag(metavar: string, summary: string) {
  const schema = z.string().min(1).nullable().default(null)
  return { schema, kind: 'text', metavar, summary } as const
}

/** Never empty. */
export function textFlagOf(preset: string, metavar: string, summary: string) {
  return { schema: z.string().min(1).default(preset), kind: 'text', metavar, summary } as const
}

/** Any number of texts; null unless given. */
export function textsFlag(metavar: string, summary: string) {
  const schema = z.array(z.string().min(1)).nullable().default(null)
  return { schema, kind: 'words', metavar, summary } as const
}

export function countFlag(preset: number, unit: string, summary: string) {
  const schema = positiveInteger.default(preset)
  return { schema, kind: 'integer', metavar: 'N', unit, summary } as const
}
