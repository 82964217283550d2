// `npm run soak [PART…]`: the trouble that takes too long for every change, with the figures docs/reliability.md quotes.
// KNEEPOINT_SOAK_SEED repeats a night.
import { capacityPart } from '../tests/soak/capacity-part.ts'
import { corpusPart } from '../tests/soak/corpus-part.ts'
import { desktopPart } from '../tests/soak/desktop-part.ts'
import { fuzzPart } from '../tests/soak/fuzz-part.ts'
import { killPart } from '../tests/soak/kill-part.ts'
import { largeRunParts } from '../tests/soak/large-run-parts.ts'
import { longPart } from '../tests/soak/long-part.ts'
import { manyRunsPart } from '../tests/soak/many-runs-part.ts'
import { slowDiskPart } from '../tests/soak/slow-disk-part.ts'
import type { SoakPart } from '../tests/soak/soak-part.ts'

const parts: readonly SoakPart[] = [
  fuzzPart,
  corpusPart,
  killPart,
  capacityPart,
  manyRunsPart,
  ...largeRunParts,
  longPart,
  desktopPart,
  slowDiskPart,
]

const wanted = process.argv.slice(3)
const unknown = wanted.filter((word) => parts.every(({ name }) => name !== word))
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}

const seed = Number(process.env['KNEEPOINT_SOAK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
console.log(`Seed ${seed}`)

async function passes({ name, run }: SoakPart): Promise<boolean> {
  const startedAtMs = performance.now()
  const figures = await run(seed).catch((error: unknown) => {
    console.error(error)
    return null
  })
  const minutes = ((performance.now() - startedAtMs) / 60_000).toFixed(1)
  console.log(
    `${figures === null ? '✗' : '✓'} ${name} (${minutes} min)${figures === null ? '' : `: ${figures}`}`,
  )
  return figures !== null
}

let passed = true
for (const part of parts) {
  if (wanted.length === 0 || wanted.includes(part.name)) passed = (await passes(part)) && passed
}
process.exitCode = passed ? 0 : 1
