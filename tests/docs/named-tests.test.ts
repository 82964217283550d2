// Promises about security and reliability name the test that holds them: every file that is named exists and tests something.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPage, root } from './pages.ts'

const testFiles = globSync(['{src,tests,e2e}/**/*.{test,spec}.ts'], { cwd: root })

function namedFiles(page: string): readonly string[] {
  const spans = [...readPage(page).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  const isFile = /^(?:(?:src|tests|e2e|scripts|bench)\/[\w./-]+|[\w.-]+\.(?:test|spec)\.ts)$/
  return [...new Set(spans.filter((span) => isFile.test(span)))]
}

/** Names without a folder are those of a file in the folder of another one. */
function fault(name: string): string | null {
  const found = name.includes('/') ? name : testFiles.find((file) => path.basename(file) === name)
  const file = path.join(root, found ?? name)
  if (found === undefined || !existsSync(file)) return `${name} does not exist`
  if (!/\.(?:test|spec)\.ts$/.test(name)) return null
  const hasTest = /\b(?:test|it)(?:\.\w+)*(?:\(|<)/.test(readFileSync(file, 'utf8'))
  return statSync(file).isFile() && hasTest ? null : `${name} tests nothing`
}

describe.each(['docs/security.md', 'docs/reliability.md'])('%s', (page) => {
  test('names files that exist', () => {
    const named = namedFiles(page)
    expect(named.length).toBeGreaterThan(20)
    expect(named.map(fault).filter((each) => each !== null)).toEqual([])
  })
})
