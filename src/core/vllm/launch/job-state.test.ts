import { inEnglish, type Text } from '#core/messages/message.ts'
import { expect, test } from 'vitest'
import { isEnding, isUnderWay, isWaiting, jobEnding, jobStateIn } from './job-state.ts'

test.each([
  ['12 PENDING;(null);Resources', ['PENDING', '', 'Resources'], 'waiting'],
  ['12 RUNNING;node17;None', ['RUNNING', 'node17', ''], 'under way'],
  ['12 COMPLETING;node17;None', ['COMPLETING', 'node17', ''], 'under way'],
  ['12 UNKNOWN', ['UNKNOWN', '', ''], 'under way'],
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
])('of %s is said: %s', (reported, sentence) => {
  expect(english(jobEnding(jobStateIn(['7', reported]), []))).toBe(sentence)
})

const cancelled = (why = '') =>
  `slurmstepd-n1: error: *** JOB 7 ON n1 CANCELLED AT 2026-11-22T17:52:43${why} ***`

test.each([
  ['COMPLETING;n;None', cancelled(), 'Slurm ended job 7: CANCELLED.'],
  ['', cancelled(), 'Slurm ended job 7: CANCELLED.'],
  ['', cancelled(' DUE TO TIME LIMIT'), 'Slurm ended job 7: CANCELLED, due to time limit.'],
  [
    'RUNNING;n;None',
    cancelled(' DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS'),
    'Slurm ended job 7: CANCELLED, due to node failure.',
  ],
  ['TIMEOUT;n;TimeLimit', cancelled(), 'Slurm ended job 7: TIMEOUT, TimeLimit.'],
  [
    'RUNNING;n;None',
    'slurmstepd-n2: error: *** STEP 7.0 ON n2 CANCELLED AT 2026-11-22T17:52:43 ***',
    'Slurm ended job 7.0: CANCELLED.',
  ],
  ['COMPLETING;n;None', 'an error of its own', null],
])('of %s with the log line %s is said: %s', (reported, line, sentence) => {
  expect(english(jobEnding(jobStateIn(['7', reported]), ['INFO', line, 'INFO']))).toBe(sentence)
})

test.each([
  ['COMPLETING', true],
  ['UNKNOWN', true],
  ['RUNNING', false],
  ['CANCELLED', false],
])('%s hides its final state: %s', (state, hides) => {
  expect(isEnding(jobStateIn(['7', state]))).toBe(hides)
})

function english(text: Text | null): string | null {
  return text === null ? null : inEnglish(text)
}
