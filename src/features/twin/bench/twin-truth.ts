// How often predictions of a twin hold the truth, on servers in virtual time that are neither the simulator nor the engine
// that a twin assumes; and the GPU time of an answer and of a search that measures. docs/twin.md has the tables.
// Usage: node src/features/twin/bench/twin-truth.ts [held|costs] [seeds] [place of one engine or question] [first seed].
import { twinCostRows } from './twin-costs.ts'
import { twinRows } from './twins.ts'

const [rows = 'held', seeds = '20', only, seed = '1'] = process.argv.slice(2)
const asked = {
  replications: Number(seeds),
  seed: Number(seed),
  only: only === undefined || only === 'all' ? null : Number(only),
}
for (const row of rows === 'costs' ? twinCostRows(asked) : twinRows(asked)) console.log(row)
