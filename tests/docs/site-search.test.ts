// The search of the built site, with the index that its pages load. CI builds the site before it runs the tests.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './pages.ts'

const docs = path.join(root, 'docs')
const chunks = path.join(docs, '.vitepress/dist/assets/chunks')
const isBuilt = existsSync(chunks) && existsSync(path.join(docs, 'node_modules/minisearch'))

/** What the search box does, in the folder where its packages are. Prints ids of the sections found, best first. */
const search = `
import MiniSearch from 'minisearch'
import config from './.vitepress/config.js'
const [index, word] = process.argv.slice(1)
const options = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] }
const { tokenize } = config.themeConfig.search.options.miniSearch.options
const { default: json } = await import(index)
const found = MiniSearch.loadJSON(json, { ...options, tokenize }).search(word, { prefix: true, boost: { title: 4 } })
console.log(JSON.stringify(found.map(({ id }) => id)))`

test.skipIf(!isBuilt).each([
  { language: 'root', word: 'goodput', page: '/' },
  { language: 'root', word: 'apptainer', page: '/install' },
  { language: 'root', word: 'drumstick', page: null },
  { language: 'zh', word: '拐点', page: '/zh/' },
  { language: 'zh', word: '置信区间', page: '/zh/' },
  { language: 'zh', word: '鸡腿', page: null },
])(
  'the index of $language finds $page for $word (skipped where the site is not built)',
  ({ language, word, page }) => {
    const [index = ''] = globSync(`@localSearchIndex${language}.*.js`, { cwd: chunks })
    const args = ['--no-warnings', '--input-type=module', '--eval', search]
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...args, path.join(chunks, index), word],
      { cwd: docs, encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    const found = z.array(z.string()).parse(JSON.parse(stdout))
    if (page === null) expect(found).toEqual([])
    else expect(found).toContainEqual(expect.stringContaining(page))
  },
)
