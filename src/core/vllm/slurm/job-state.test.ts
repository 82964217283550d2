import { expect, test } from 'vitest'
import { isUnderWay, isWaiting, jobEnding, jobStateIn } from './job-state.ts'

test.each([
  ['12 PENDING;(null);Resources', ['PENDING', '', 'Resources'], 'waiting'],
  ['12 RUNNING;node17;None', ['RUNNING', 'node17', ''], 'under way'],
  ['12 COMPLETING;node17;None', ['COMPLETING', 'node17', ''], 'under way'],
  ['12 CANCELLED by 1000;node17', ['CANCELLED', 'node17', ''], 'over'],
  ['12 OUT_OF_MEMORY+;node17', ['OUT_OF_MEMORY', 'node17', ''], 'over'],
  ['12', ['', '', ''], 'over'],
])('%s', (line, [state, node, reason], condition) => {
  const job = jobStateIn(line.split(' '))
  expect(job).toEqual({ id: '12', state, node, reason })
  const found = isWaiting(job) ? 'waiting' : isUnderWay(job) ? 'under way' : 'over'
  expect(found).toBe(condition)
})

test.each([
  ['TIMEOUT;n;TimeLimit', 'Slurm ended job 7: TIMEOUT, TimeLimit.'],
  ['PREEMPTED;n;None', 'Slurm ended job 7: PREEMPTED.'],
  ['FAILED;n;NonZeroExitCode', null],
  ['COMPLETED;n;None', null],
])('of %s is said: %s', (told, sentence) => {
  expect(jobEnding(jobStateIn(['7', told]))).toBe(sentence)
})
