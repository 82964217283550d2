import { expect, test } from 'vitest'
import { profileOfFlags, serveWords } from './launch-profile-from.ts'

const usual = { name: 'tiny', config: { model: 'org/tiny' } }

test.each([
  [{ port: 0 }, '--port must be at least 1, not 0.'],
  [{ port: 'abc' }, '--port must be a number, not "abc".'],
  [{ address: '' }, '--host must not be empty, not "".'],
  [{ environment: { 'A-B': 'hidden' } }, '--env.A-B must be the name of a variable, not "A-B".'],
  [{ secretNames: ['a b'] }, '--secret[0] must be the name of a variable, not "a b".'],
  [
    { job: { timeLimit: 'two hours' } },
    '--time-limit must be a time as Slurm writes it: 90, 4:00:00 or 1-12, not "two hours".',
  ],
])('%j is refused by the name of its flag', (given, stated) => {
  expect(() => profileOfFlags({ ...usual, ...given })).toThrow(stated)
})

test('a whole command names its model, and a program is no model', () => {
  const words = ['org/m', '--max-num-seqs', '8']
  expect(serveWords(['vllm', 'serve', ...words])).toEqual(words)
  expect(serveWords(words)).toEqual(words)
  expect(() => serveWords(['docker', 'run', ...words])).toThrow('"docker" is a program')
})
