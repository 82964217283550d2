import { expect, it } from 'vitest'
import { runCourse, type CourseRequest } from './run-course.ts'

function request(change: Partial<CourseRequest>): CourseRequest {
  return { sentAtUs: 0, firstTokenAtUs: 0, endedAtUs: 24e6, outputTokens: 240, ...change }
}

it('no requests have no course', () => {
  expect(runCourse([])).toEqual([])
})

it('tokens count evenly from the first to the end', () => {
  expect(runCourse([request({})])).toEqual(new Array(24).fill(10))
  const half = runCourse([request({ firstTokenAtUs: 12e6 })])
  expect(half.slice(0, 12)).toEqual(new Array(12).fill(0))
  expect(half.slice(12)).toEqual(new Array(12).fill(20))
})

it('adds up to all tokens', () => {
  const course = runCourse([
    request({ firstTokenAtUs: 1_234_567, endedAtUs: 9_876_543, outputTokens: 77 }),
    request({ firstTokenAtUs: 23e6, outputTokens: 5 }),
    request({ firstTokenAtUs: null, endedAtUs: 3e6, outputTokens: null }),
  ])
  expect(course.reduce((sum, rate) => sum + rate, 0)).toBeCloseTo(82, 9)
})

it('requests without tokens count when they end', () => {
  const course = runCourse(
    [2.5e6, 2.6e6, 24e6].map((endedAtUs) => request({ endedAtUs, outputTokens: null })),
  )
  expect([course[2], course.at(-1)]).toEqual([2, 1])
})
