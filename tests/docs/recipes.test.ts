// Every file that a recipe in docs/contributing names exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const recipes = globSync('docs/contributing/*.md', { cwd: root })

/** Paths from the root that stand in backticks; `<…>` and `*` stand for any name. */
function pathsIn(text: string): string[] {
  const roots = 'src|tests|e2e|docs|scripts|bench|bin|resources'
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/))
  return quoted.filter((word) => new RegExp(`^(${roots})/`).test(word))
}

test.each(recipes)('%s names files that exist', (recipe) => {
  const paths = pathsIn(readFileSync(join(root, recipe), 'utf8'))
  const exists = (path: string): boolean =>
    /[<*]/.test(path)
      ? globSync(path.replaceAll(/<[^>]*>/g, '*'), { cwd: root }).length > 0
      : existsSync(join(root, path))
  expect(paths).not.toEqual([])
  expect(paths.filter((path) => !exists(path))).toEqual([])
})
