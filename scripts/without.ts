// `node scripts/without.ts NAME… [--types]`: types, lint and the remaining unit tests of the product without each of the features; `--types`
// leaves the last two out. Without names: without any feature, and without sets of them, as at night.
import {
  featureNames,
  passesWithout,
  passesWithoutSets,
  typesPassWithout,
} from './without-feature.ts'

const args = process.argv.slice(2)
const passes = args.includes('--types') ? typesPassWithout : passesWithout
const given = args.filter((each) => each !== '--types')
const known = featureNames()
const unknown = given.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no feature ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}
if (args.length === 0 && !(await passesWithoutSets())) process.exitCode = 1
for (const name of given) if (!(await passes(name))) process.exitCode = 1
