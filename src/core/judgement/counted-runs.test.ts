import { expect, test } from 'vitest'
import { generatedRun } from '#core/stats/fixtures/generated-run.ts'
import { countedRuns, judgePoint } from './judge-point.ts'
import { inEnglish } from '#core/messages/message.ts'
import { pointText } from './reason-text.ts'

const sound = generatedRun({ rate: 10, seed: 1 })
const limited = generatedRun({ rate: 10, seed: 2, client: { sendLagP99Us: 150_000 } })
const failing = generatedRun({ rate: 10, seed: 3, failed: 300 })

test('a run that the client limited is left out where another run was not', () => {
  expect(countedRuns([limited, sound, limited])).toEqual([sound])
  const judgement = judgePoint([limited, sound])
  expect(judgement).toMatchObject({ runs: 1, leftOut: 1 })
  expect(judgement?.grade).toBe(judgePoint([sound])?.grade)
  expect(inEnglish(pointText(judgement))).toMatch(/ \(1 of 2 runs left out: client-limited\)$/)
})

test('where the client limited all of them, all count', () => {
  expect(countedRuns([limited, limited])).toHaveLength(2)
  expect(judgePoint([limited, limited])).toMatchObject({ grade: 'not-usable', leftOut: 0 })
})

test('a run with failed requests describes the server and counts', () => {
  expect(countedRuns([failing, sound])).toHaveLength(2)
  expect(judgePoint([failing, sound])?.grade).toBe('not-usable')
})
