// What the answers of this product are worth: engines of known truth in virtual time, which share no code with the
// simulator, and the same judgements, intervals and searches as everywhere. Seeds come from the day, so that nothing can
// be tuned to them. docs/measuring.md cites its rows.
// node bench/truth/truth.ts [rows] [replications] [seed] [place of one engine or question]
import { clientRows } from './clients.ts'
import { comparisonRows } from './comparisons.ts'
import { gateRows } from './gates.ts'
import { intervalRows } from './intervals.ts'
import { searchRows } from './searches.ts'
import { throughputRows } from './throughputs.ts'
import { tuningRows } from './tunings.ts'
import { verdictRows } from './verdicts.ts'

const groups = {
  intervals: intervalRows,
  throughputs: throughputRows,
  verdicts: verdictRows,
  clients: clientRows,
  comparisons: comparisonRows,
  gates: gateRows,
  searches: searchRows,
  tunings: tuningRows,
}

const [, , names = Object.keys(groups).join(','), replicationsText = '30', seedText, onlyText] =
  process.argv
const seed = seedText === undefined ? Math.floor(Date.now() / 86_400_000) * 1000 : Number(seedText)
const only = onlyText === undefined ? null : Number(onlyText)
console.log(`Seed ${seed}, ${replicationsText} replications.`)
for (const name of names.split(',')) {
  const rows = Object.entries(groups).find(([group]) => group === name)?.[1]
  if (rows === undefined) throw new RangeError(`Rows are ${Object.keys(groups).join(', ')}.`)
  for (const row of rows({ replications: Number(replicationsText), seed, only })) console.log(row)
}
