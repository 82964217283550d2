// How often predictions of a twin hold the truth: servers in virtual time that are neither the simulator nor the engine a
// twin assumes. Usage: node bench/twin-truth.ts [seeds] [place of one engine]. docs/twin.md has the table.
import { twinRows } from './truth/twins.ts'

const [seeds = '20', only] = process.argv.slice(2)
const asked = {
  replications: Number(seeds),
  seed: 1,
  only: only === undefined ? null : Number(only),
}
for (const row of twinRows(asked)) console.log(row)
