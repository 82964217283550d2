// Puts measured figures into docs/performance.md, between its two marks.
//   node bench/write-page.ts FILE…    files that `npm run bench -- --json …` printed, one or more parts each
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { circumstancesText, type MeasuredRows } from './report/circumstances.ts'
import { markdownTable } from './report/markdown-table.ts'

const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const marks = /(<!-- figures of npm run bench -->\n)[^]*(<!-- end of figures -->)/

const measured = process.argv
  .slice(2)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')) as MeasuredRows)
const places = [...new Set(measured.map(({ circumstances }) => circumstancesText(circumstances)))]
const table = markdownTable(measured.flatMap(({ rows }) => rows))
const text = readFileSync(page, 'utf8')
const written = text.replace(marks, `$1\n${places.join('\n\n')}\n\n${table}\n\n$2`)
if (!marks.test(text)) throw new Error('docs/performance.md has lost its marks.')
writeFileSync(page, written)
