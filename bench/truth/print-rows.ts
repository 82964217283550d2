// Prints groups of rows: [groups] [replications] [seed] [place of one engine or question] are the arguments of the program.
import type { Asked } from './score.ts'

export function printRows(
  groups: Readonly<Record<string, (asked: Asked) => Iterable<string>>>,
): void {
  const [, , names = Object.keys(groups).join(','), replicationsText = '30', seedText, onlyText] =
    process.argv
  const seed =
    seedText === undefined ? Math.floor(Date.now() / 86_400_000) * 1000 : Number(seedText)
  const only = onlyText === undefined ? null : Number(onlyText)
  console.log(`Seed ${seed}, ${replicationsText} replications.`)
  for (const name of names.split(',')) {
    const rows = groups[name]
    if (rows === undefined) throw new RangeError(`Rows are ${Object.keys(groups).join(', ')}.`)
    for (const row of rows({ replications: Number(replicationsText), seed, only })) console.log(row)
  }
}
