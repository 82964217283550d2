import { expect, test } from 'vitest'
import { buildName, isGlibcTooOld, nodeBuildFor } from './found-nodes.ts'

test.each([
  ['Linux x86_64', 'linux-x64'],
  ['Linux aarch64\n', 'linux-arm64'],
  ['Linux ppc64le', null],
  ['Darwin arm64', null],
  ['', null],
])('%j is run on by %s', (machine, name) => {
  const build = nodeBuildFor(machine)
  expect(build && buildName(build)).toBe(name)
})

test.each([
  ['glibc 2.17', true],
  ['glibc 2.27', true],
  ['glibc 2.28', false],
  ['glibc 2.36', false],
  ['glibc 3.0', false],
  ['glibc 1.99', true],
  ['', false],
  ['musl libc (x86_64)', false],
])('that %j is too old is %s', (said, isTooOld) => {
  expect(isGlibcTooOld(said)).toBe(isTooOld)
})
