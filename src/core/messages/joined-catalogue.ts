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

/**
 * Merges records of the base with a module's per-feature exports. A record follows the one in its `listedAfter`, else the one before it in
 * its part; the first of a part is last.
 */
export function withFeatures<Own extends object, Parts extends Readonly<Record<string, object>>>(
  own: Own,
  features: Parts,
): AllOf<Parts[keyof Parts]> & Own {
  const entries = Object.entries(own) as [string, { listedAfter?: string }][]
  for (const part of Object.values<object>(features)) {
    let place = entries.length
    for (const added of Object.entries(part) as typeof entries) {
      const before = entries.findIndex(([name]) => name === added[1].listedAfter)
      if (before >= 0) place = before + 1
      entries.splice(place, 0, added)
      place++
    }
  }
  return Object.fromEntries(entries) as AllOf<Parts[keyof Parts]> & Own
}

type PartOf<Feature, Key extends string> =
  Feature extends Readonly<Record<Key, infer Part>> ? Part : never
type JoinedParts<Features, Key extends string> = AllOf<PartOf<Features[keyof Features], Key>> &
  object

/** Merges the objects under `key` of the per-feature exports that have it, such as the messages of a language. */
export function joinedFeatures<
  Features extends Readonly<Record<string, object>>,
  Key extends string,
>(features: Features, key: Key): JoinedParts<Features, Key> {
  const parts = Object.values<object>(features) as readonly Partial<Record<Key, object>>[]
  return joined(...parts.map((part) => part[key] ?? {})) as JoinedParts<Features, Key>
}

/** Merges a module's per-feature exports. */
export function joinedMessages<Features extends Readonly<Record<string, object>>>(
  features: Features,
): AllOf<Features[keyof Features]> & object {
  return joined(...Object.values(features)) as AllOf<Features[keyof Features]> & object
}
