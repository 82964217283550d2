import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What it tests is made once per process. */
const alone = ['src/node/http/web-fetch.test.ts']

const seed = 'tests/property-seed.ts'

/** Starts the product from outside, or changes what belongs to its whole process. */
const outside = ['tests/**/*.test.ts', 'src/features/*/tests/*.test.ts', ...alone]

/** Folders of tests that start no program and change nothing of the process they run in. */
const pureFolders =
  'compat,datasets,exchanges,golden,jpeg,judgement,reading,report,structure,vllm-flags,window'
const pure = `tests/{${pureFolders}}/**/*.test.ts`

/** Files none of whose tests the tags filter leaves. Vitest would load each, which takes more than a second. */
function unwantedFiles(): string[] {
  const place = process.argv.indexOf('--tags-filter')
  const filter = place < 0 ? null : process.argv[place + 1]
  if (filter !== 'nightly' && filter !== '!nightly') return []
  const files = globSync('{src,tests}/**/*.test.ts', { cwd: import.meta.dirname })
  return files.filter((file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    return filter === 'nightly' ? !text.includes('nightly') : text.includes('@module-tag nightly')
  })
}

const unwanted = unwantedFiles()

/** Files that can take half a minute. One that starts last delays the end of all. */
const longFiles =
  /tests\/(command-line|docs|databases|remote|install|fuzz|capacity|crashes)\/|mlperf|calibrat|tune|gate|sweep|report|faulty|mcp|bench-serve/

/** Long files first, then as without it: in a fresh clone by size, which says little about time. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  plugins: [vue()],
  test: {
    // A test compares the colours of plots with those of the style sheet.
    css: true,
    setupFiles: seed,
    // Programs that tests start, hundreds of them, need not be compiled anew each time.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.cache/compiled') },
    // Many tests wait for processes of their own more than they compute.
    maxWorkers: Math.max(4, availableParallelism()),
    tags: [{ name: 'nightly', description: 'Long, and covered by a shorter test of every day.' }],
    sequence: { sequencer: LongFilesFirst },
    // A machine with other work takes its time.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One machine that stops for a second must not undo a change; `npm test` lists what passed only then.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      // Files share a process and its modules one after the other, which halves their time.
      {
        extends: true,
        test: {
          ...{ name: 'near', include: ['src/**/*.test.ts', pure] },
          exclude: ['src/features/*/tests/**', ...alone, ...unwanted],
          setupFiles: [seed, 'tests/window-texts.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: outside,
          exclude: [pure, ...unwanted],
        },
      },
    ],
  },
})
