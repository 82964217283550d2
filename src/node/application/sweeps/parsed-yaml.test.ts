// YAML that contains itself, or is nested without an end.
import { expect, test } from 'vitest'
import { AppError } from '#core/model/app-error.ts'
import { parsedYaml } from './parsed-yaml.ts'

const errors = {
  tooLong: () => new AppError('invalid-input', 'too long'),
  notYaml: (cause: unknown) => new AppError('invalid-input', String(cause)),
}

test.each([
  'a: &a [*a]',
  'a: &a {b: *a}',
  'x: &x\n  y: &y\n    z: [*x, *y]',
  `a: ${'['.repeat(9000)}${']'.repeat(9000)}`,
  `a: ${'['.repeat(80)}${']'.repeat(80)}`,
])('is refused: %#', (text) => {
  expect(() => parsedYaml(text, 64_000, errors)).toThrow(AppError)
})

test('an anchor that is used twice is none of these', () => {
  expect(parsedYaml('a: &a [1]\nb: *a', 100, errors)).toEqual({ a: [1], b: [1] })
})
