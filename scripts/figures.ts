// `npm run figures`: the figures of the source tree beside their limits.
import { budget } from './budget.ts'
import { sourceFigures } from './source-figures.ts'

type Name = keyof typeof budget

const figures = sourceFigures()
for (const [name, { most, because }] of Object.entries(budget)) {
  const value = figures[name as Name]
  console.log(
    `${name.padEnd(20)}${String(value).padStart(8)}${String(most).padStart(8)}  ${because}`,
  )
}
