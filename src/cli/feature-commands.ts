// Commands of features, each listed after a command of the base.
import type { CommandFeature } from './command.ts'
import * as features from './features.ts'

/** Inserts what `entriesOf` returns for each feature behind the last entry whose name begins with its `after`. */
export function withFeatures<Value>(
  entries: Iterable<readonly [string, Value]>,
  entriesOf: (feature: CommandFeature) => readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  const all: readonly CommandFeature[] = Object.values(features)
  return all.reduce<readonly (readonly [string, Value])[]>((listed, feature) => {
    const place = listed.findLastIndex(([name]) => `${name} `.startsWith(`${feature.after} `))
    return listed.toSpliced(place + 1, 0, ...entriesOf(feature))
  }, Array.from(entries))
}
