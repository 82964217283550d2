// `npm run figures`: the figures of the source tree beside their limits; with `words [PATH]` (`npm run figures words src/core`) every
// comment and type behind those of wording; with `parts` the lines of each folder.
import { budget } from './budget.ts'
import { linesByFolder, oddWords, sourceFigures } from './source-figures.ts'

type Name = keyof typeof budget

const [, , , wanted, path = ''] = process.argv
if (wanted === 'words') printWords()
else if (wanted === 'parts') printParts()
else printFigures()

function printWords(): void {
  for (const line of oddWords()) if (line.startsWith(path)) console.log(line)
}

/** The largest first. */
function printParts(): void {
  for (const [folder, lines] of [...linesByFolder()].toSorted(
    ([, one], [, other]) => other - one,
  )) {
    console.log(`${String(lines).padStart(7)}  ${folder}`)
  }
}

function printFigures(): void {
  const figures = sourceFigures()
  for (const [name, { most, because }] of Object.entries(budget)) {
    const value = figures[name as Name]
    console.log(
      `${name.padEnd(20)}${String(value).padStart(8)}${String(most).padStart(8)}  ${because}`,
    )
  }
}
