// What releases of `vllm bench serve` did with command lines, and the same command lines read by us for their compatibility profiles.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AnswerCounting } from '#core/compat/counting.ts'

type Release = Readonly<{
  release: string
  compat: string
  /** What the client took for granted and its compatibility profile does not. */
  flags?: readonly string[]
  /** What it counted in another way than its compatibility profile. */
  counting?: Partial<AnswerCounting>
  /** Its fixture has measurements of embeddings too. */
  pools?: boolean
  /** It could lose an event that is no JSON with the one behind it. */
  losesBroken?: boolean
  /** The result file as its compatibility profile has it. */
  inItsProfile?: (result: string) => string
}>

export const releases: readonly Release[] = [
  {
    release: '0.9.1',
    compat: 'vllm-0.9',
    // The compatibility profile is that of the script, for which the command was still new and called the backend by another name.
    flags: ['--backend', 'openai'],
    counting: { usage: 'apart' },
    inItsProfile: (result) =>
      result.replace(/"endpoint_type": ("[^"]*"), "label": null/, '"backend": $1'),
  },
  { release: '0.11.0', compat: 'vllm-0.11', pools: true, losesBroken: true },
  { release: '0.27.0', compat: 'vllm-0.27', pools: true, losesBroken: true },
  { release: '0.30.0', compat: 'vllm-0.30', losesBroken: true },
  { release: '0.33.0', compat: 'vllm-0.33' },
]

/** One list of cases in a fixture. */
export function readCasesOf<Shape extends z.ZodRawShape>(
  fileName: string,
  list: string,
  shape: Shape,
) {
  const path = join(import.meta.dirname, 'fixtures', fileName)
  const fixture = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')))
  const schema = z.array(z.object({ args: z.array(z.string()), ...shape })).min(1)
  return schema.parse(fixture[list])
}

export function inProfile(args: readonly string[], compat: string): readonly string[] {
  return ['--compat', compat, ...args]
}
