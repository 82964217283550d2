// `npm run figures`: the figures of the source tree beside their limits; with `words [PATH]` (`npm run figures words src/core`) every
// comment and type behind those of wording.
import { budget } from './budget.ts'
import { oddWords, sourceFigures } from './source-figures.ts'

type Name = keyof typeof budget

const [, , , wanted, path = ''] = process.argv
if (wanted === 'words') printWords()
else printFigures()

function printWords(): void {
  for (const line of oddWords()) if (line.startsWith(path)) console.log(line)
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
