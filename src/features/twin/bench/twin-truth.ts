// Coverage of a twin's predictions on servers in virtual time that are neither the simulator nor the engine that a twin assumes;
// GPU time of an answer and of a measured search; gain from one more run. docs/twin.md has the tables.
// Usage: node src/features/twin/bench/twin-truth.ts [held|costs|next] [seeds] [place of one engine or question] [first seed].
import { twinCostRows } from './twin-costs.ts'
import { twinNextRows } from './twin-next.ts'
import { twinRows } from './twins.ts'

const [rows = 'held', seeds = '20', only, seed = '1'] = process.argv.slice(2)
const asked = {
  replications: Number(seeds),
  seed: Number(seed),
  only: only === undefined || only === 'all' ? null : Number(only),
}
const rowsOf = rows === 'costs' ? twinCostRows : rows === 'next' ? twinNextRows : twinRows
for (const row of rowsOf(asked)) console.log(row)
