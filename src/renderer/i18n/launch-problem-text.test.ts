import { describe, expect, test } from 'vitest'
import { exitFailure } from '#core/vllm/failures/exit-failure.ts'
import { failurePatterns } from '#core/vllm/failures/find-failure.ts'
import { plainSpaces } from '../format/unbroken.ts'
import { problemText } from './problem-text.ts'

const chinese = /[\u4e00-\u9fff]/
const groups = new Proxy<Record<string, string>>({}, { get: () => '7' })

const failures = [
  ...failurePatterns,
  ...[134, 137, 139, 143].flatMap((code) => exitFailure(code) ?? []),
]

describe('in Chinese', () => {
  test.each(failures.map(({ id, ...failure }) => [id, failure] as const))(
    'the failure %s is explained',
    (_id, { title, remedy }) => {
      const advice = [remedy].flat().map((one) => (typeof one === 'string' ? one : one(groups)))
      for (const sentence of [title, ...advice])
        expect(problemText(sentence, 'zh')).toMatch(chinese)
    },
  )

  test.each(['Getting the image', 'Loading weights', 'Waiting in the queue: Resources'])(
    'a start is at: %s',
    (words) => {
      expect(problemText(words, 'zh')).toMatch(chinese)
    },
  )

  test.each([
    ['--max-num-seqs must be at least 1, not 0.', '--max-num-seqs 必须是不小于 1 的数，而不是 0。'],
    [
      '--dtype must be one of auto, half, not "x y".',
      '--dtype 必须是以下之一：auto, half，而不是 "x y"。',
    ],
    [
      'GPU 0 (NVIDIA H100) has 1.0 GiB free, the server would claim 73.6 GiB. GPU 1 (NVIDIA H100) has 2.0 GiB free, the server would claim 73.6 GiB.',
      'GPU 0（NVIDIA H100）空闲 1.0 GiB，而服务器将占用 73.6 GiB。GPU 1（NVIDIA H100）空闲 2.0 GiB，而服务器将占用 73.6 GiB。',
    ],
    ['No GPU was found: nvidia-smi is not there.', '没有找到 GPU：没有 nvidia-smi。'],
    [
      'The GPU ran out of memory: the server on gpu-03 ended with code 1.\ntorch.OutOfMemoryError: x\nStill there, until it is stopped: container kneepoint-a',
      'GPU 显存耗尽：gpu-03 上的服务器以退出码 1 结束。\ntorch.OutOfMemoryError: x\n停止之前仍在运行：container kneepoint-a',
    ],
    ['Docker does not run there.', '那里的 Docker 没有运行。'],
    ['INFO nothing known. At all.', 'INFO nothing known. At all.'],
  ])('%s', (message, said) => {
    expect(plainSpaces(problemText(message, 'zh'))).toBe(said)
  })
})
