// `node scripts/without.ts NAME… [--types]`: types, lint and the remaining unit tests of the product without each of the features; `--types`
// leaves the last two out. Without names: every feature.
import { featureNames, passesWithout } from './without-feature.ts'

const args = process.argv.slice(2)
const only = args.includes('--types') ? { only: 'types' as const } : {}
const given = args.filter((each) => each !== '--types')
const known = featureNames()
const unknown = given.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no feature ${unknown.join(', ')}; there are ${known.join(', ')}.`)
  process.exit(2)
}
for (const name of given.length === 0 ? known : given) {
  if (!(await passesWithout(name, only))) process.exitCode = 1
}
