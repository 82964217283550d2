// Writes docs/cli.md: node scripts/make-cli-page.ts
import { writeFileSync } from 'node:fs'
import { format, resolveConfig } from 'prettier'
import { commandLinePage } from './command-line/command-line-page.ts'
import { inRepository } from './repository.ts'

const page = inRepository('docs/cli.md')
const style = await resolveConfig(page)
writeFileSync(page, await format(await commandLinePage(), { ...style, parser: 'markdown' }))
