// Merges the catalogues of all areas into one.
import type { AllOf } from './template.ts'

type All<Parts> = Parts extends readonly [infer First, ...infer Rest] ? First & All<Rest> : unknown

/**
 * Merges every message of every part. An object without a prototype is a hash table from its first member; for one with a
 * prototype, V8 derives a new shape for each of the 1,400 members, which adds 10 ms to every start.
 */
export function joined<Parts extends readonly object[]>(...parts: Parts): All<Parts> {
  const empty = Object.create(null) as object
  return Object.assign(empty, ...parts) as All<Parts>
}

/** Merges records of the base with a module's per-feature exports. A record follows the one in its `listedAfter`. */
export function withFeatures<Own extends object, Parts extends Readonly<Record<string, object>>>(
  own: Own,
  features: Parts,
): AllOf<Parts[keyof Parts]> & Own {
  const entries = Object.entries(own) as [string, { listedAfter?: string }][]
  const parts = Object.values<object>(features)
  for (const added of parts.flatMap((part) => Object.entries(part) as typeof entries)) {
    const place = entries.findIndex(([name]) => name === added[1].listedAfter)
    entries.splice(place < 0 ? entries.length : place + 1, 0, added)
  }
  return Object.fromEntries(entries) as AllOf<Parts[keyof Parts]> & Own
}

type Features<Key extends string> = Readonly<Record<string, Readonly<Record<Key, object>>>>

/** Merges the objects under `key` of a module's per-feature exports, such as the messages of a language. */
export function joinedFeatures<All extends Features<Key>, Key extends string>(
  features: All,
  key: Key,
): AllOf<All[keyof All][Key]> & object {
  const parts = Object.values<Features<Key>[string]>(features)
  return joined(...parts.map((part) => part[key])) as AllOf<All[keyof All][Key]> & object
}

/** Merges a module's per-feature exports. */
export function joinedMessages<Features extends Readonly<Record<string, object>>>(
  features: Features,
): AllOf<Features[keyof Features]> & object {
  return joined(...Object.values(features)) as AllOf<Features[keyof Features]> & object
}
