import { expect, test } from 'vitest'
import { inEnglish } from '#core/messages/message.ts'
import { leftRunning } from './left-running.ts'

const qwen = { id: '1', name: 'Qwen/Qwen3-8B', hostName: 'gpu-03', launchId: 'qwen-3f2a' }

test('nothing is said where nothing runs', () => {
  expect(leftRunning([])).toEqual([])
})

test('each server is listed with its place and the command that ends it', () => {
  const mine = { ...qwen, id: '2', name: 'mine', hostName: null, launchId: 'mine-77' }
  expect(leftRunning([qwen, mine]).map(inEnglish)).toEqual([
    '2 servers keep running; the next start finds them again.',
    '  Qwen/Qwen3-8B on gpu-03',
    '    To stop it: kneepoint server stop qwen-3f2a --on gpu-03',
    '  mine on this computer',
    '    To stop it: kneepoint server stop mine-77',
  ])
})

test('a host with a blank in its name can be pasted', () => {
  expect(
    leftRunning([{ ...qwen, hostName: 'the lab' }])
      .map(inEnglish)
      .at(-1),
  ).toContain("--on 'the lab'")
})

test('one that is still on its way has no name over there', () => {
  expect(leftRunning([{ ...qwen, launchId: null }]).map(inEnglish)).toEqual([
    '1 server keeps running; the next start finds it again.',
    '  Qwen/Qwen3-8B on gpu-03',
    '    kneepoint server list --on gpu-03 shows whether it came up.',
  ])
})
