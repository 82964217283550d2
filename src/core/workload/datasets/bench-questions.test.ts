import { describe, expect, test } from 'vitest'
import { specBenchQuestion, speedBenchQuestion } from './bench-questions.ts'

const where = 'question.jsonl, line 4'

describe.each([
  {
    bench: 'SpecBench',
    question: specBenchQuestion,
    entry: { turns: ['first', 'second'], category: 'math' },
    wrong: { turns: [], category: 'math' },
  },
  {
    bench: 'SPEED-Bench',
    question: speedBenchQuestion,
    entry: { messages: [{ role: 'user', content: 'first' }, { content: 'x' }], category: 'math' },
    wrong: { messages: ['first'], category: 'math' },
  },
])('a question of $bench', ({ question, entry, wrong }) => {
  test.each([
    { category: null, prompt: 'first' },
    { category: 'math', prompt: 'first' },
    { category: 'writing', prompt: null },
  ])('for category $category is $prompt', ({ category, prompt }) => {
    expect(question(entry, { where, category })).toBe(prompt)
  })

  test('of another shape is refused with its place', () => {
    expect(() => question(wrong, { where, category: null })).toThrow(where)
  })
})
