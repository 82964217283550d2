// Commands of features, each listed after a base command, and their report formats.
import type { CommandFeature, FolderReport } from './command.ts'
import * as features from './features.ts'

const all: readonly CommandFeature[] = Object.values(features)

/** Report formats that are folders. */
export const folderReports: ReadonlyMap<string, () => Promise<FolderReport>> = new Map(
  all.flatMap(({ reports = {} }) => Object.entries(reports)),
)

/** Inserts the entries of each feature after the last entry whose name begins with its `after`. */
export function withFeatures<Value>(
  entries: Iterable<readonly [string, Value]>,
  entriesOf: (feature: CommandFeature) => readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  return all.reduce<readonly (readonly [string, Value])[]>((listed, feature) => {
    const place = listed.findLastIndex(([name]) => `${name} `.startsWith(`${feature.after} `))
    return listed.toSpliced(place + 1, 0, ...entriesOf(feature))
  }, Array.from(entries))
}
