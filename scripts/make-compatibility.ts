// Writes docs/compatibility.md: node scripts/make-compatibility.ts
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { compatibilityPage } from './compatibility/compatibility-page.ts'

const page = fileURLToPath(new URL('../docs/compatibility.md', import.meta.url))
const style = await resolveConfig(page)
writeFileSync(page, await format(compatibilityPage(), { ...style, parser: 'markdown' }))
