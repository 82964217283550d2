// What the answers of this product are worth: engines of known truth in virtual time, which share no code with the
// simulator, and the same judgements, intervals and searches as everywhere. Seeds come from the day, so that nothing can
// be tuned to them. docs/measuring.md cites its rows.
// node bench/truth/truth.ts [rows] [replications] [seed] [place of one engine or question]
import { boundRows } from './bounds.ts'
import { capacityChangeRows } from './capacity-changes.ts'
import { claimRows } from './claims.ts'
import { conversationRows } from './conversations.ts'
import { clientRows } from './clients.ts'
import { closedLoopRows } from './closed-loops.ts'
import { comparisonRows } from './comparisons.ts'
import { intervalRows } from './intervals.ts'
import { oddEngineRows } from './odd-engines.ts'
import { otherLoadRows } from './other-loads.ts'
import { printRows } from './print-rows.ts'
import { rampRows } from './ramps.ts'
import { refusalRows } from './refusals.ts'
import { cacheSearchRows, oddSearchRows, searchRows } from './searches.ts'
import { severalServerRows } from './several-servers.ts'
import { shortRunRows } from './short-runs.ts'
import { standstillRows } from './standstills.ts'
import { tailRows } from './tails.ts'
import { throughputRows } from './throughputs.ts'
import { verdictRows } from './verdicts.ts'

printRows({
  intervals: intervalRows,
  throughputs: throughputRows,
  verdicts: verdictRows,
  claims: claimRows,
  bounds: boundRows,
  clients: clientRows,
  'closed-loops': closedLoopRows,
  conversations: conversationRows,
  'other-loads': otherLoadRows,
  'several-servers': severalServerRows,
  ramps: rampRows,
  standstills: standstillRows,
  refusals: refusalRows,
  'odd-engines': oddEngineRows,
  'capacity-changes': capacityChangeRows,
  comparisons: comparisonRows,
  tails: tailRows,
  'short-runs': shortRunRows,
  searches: searchRows,
  'cache-searches': cacheSearchRows,
  'odd-searches': oddSearchRows,
})
