import { expect, test } from 'vitest'
import { PythonRandom } from '#core/random/python-random.ts'
import { assignLoraModules } from './prepare-workload.ts'

const modules = ['a', 'b', 'c']

test.each([
  { assignment: 'random', assigned: 'bbabcbbb' },
  { assignment: 'round-robin', assigned: 'abcabcab' },
] as const)('adapters are assigned $assignment', ({ assignment, assigned }) => {
  const random = new PythonRandom(0)
  expect(assignLoraModules(8, { modules, assignment }, random).join('')).toBe(assigned)
})
