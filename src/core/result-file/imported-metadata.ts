// Facts that a user added to a result: `--metadata`, and the settings a sweep script writes into each of its files.
import { resultSchema } from './result-schema.ts'

const mostFacts = 100
const longestFact = 1000

/** Figures of the run, whichever version wrote them; a fact is anything else that is a word, a number or a switch. */
const figures =
  /^(mean|median|std|p[\d.]+)_|_throughput$|^(spec_decode|diffusion|probe|conversations|avg)_|^(rps_change_events|best_of|use_beam_search)$/

export function importedMetadata(result: ReadonlyMap<string, unknown>): Record<string, string> {
  const facts = [...result].flatMap(([key, value]): [string, string][] =>
    Object.hasOwn(resultSchema.shape, key) || figures.test(key) || !isFact(value)
      ? []
      : [[key.slice(0, longestFact), String(value).slice(0, longestFact)]],
  )
  return Object.fromEntries(facts.slice(0, mostFacts))
}

function isFact(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
