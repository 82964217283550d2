import { expect, test } from 'vitest'
import type {
  OutlivingServer,
  UnstoppedServer,
} from '#node/application/servers/outliving-servers.ts'
import type { QuitChoice, QuitQuestion } from './quit-question.ts'
import { Quitting } from './quitting.ts'

const server = (name: string, hostName: string | null = 'gpu-03'): OutlivingServer => ({
  id: name,
  name,
  hostName,
  launchId: `${name}-1`,
})
const [qwen, llama] = [server('qwen'), server('llama', 'gpu-04')]

/** Answers are given one after the other; a server that is stopped is gone unless it is stubborn. */
function program(answers: (QuitChoice | Error)[], running: OutlivingServer[]) {
  const reported: string[] = []
  const asked: QuitQuestion[] = []
  const stubborn = new Set<string>()
  const stops: (() => void)[] = []
  let isSlow = false
  let measured: string | null = null
  let cancels = true
  const surroundings = {
    running: () => running,
    ask: (question: QuitQuestion) => {
      asked.push({ ...question, running: [...question.running] })
      const answer = answers.shift() ?? 'stay'
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    stop: async (servers: readonly OutlivingServer[]): Promise<readonly UnstoppedServer[]> => {
      reported.push(`stop ${servers.map(({ name }) => name).join(' ')}`)
      if (isSlow) await new Promise<void>((resolve) => stops.push(resolve))
      running = running.filter(({ id }) => stubborn.has(id))
      return servers
        .filter(({ id }) => stubborn.has(id))
        .map((one) => ({ ...one, why: 'It hangs.' }))
    },
    measuring: () => measured,
    askToCancel: (name: string) => {
      reported.push(`cancel ${name}?`)
      return Promise.resolve(cancels)
    },
    quit: () => reported.push('quit'),
    showWindow: () => reported.push('window'),
    onError: (error: unknown) => reported.push(String(error)),
  }
  const quitting = new Quitting(surroundings)
  return {
    quitting,
    reported,
    asked,
    stubborn,
    measure: (name: string, isCancelled: boolean) => {
      measured = name
      cancels = isCancelled
    },
    beSlow: (slow: boolean) => (isSlow = slow),
    endSlowly: () => stops.splice(0).forEach((end) => end()),
    settled: () => new Promise<void>((resolve) => setTimeout(resolve)),
  }
}

test('a measurement in progress is asked about first, then servers', async () => {
  const { quitting, reported, measure, asked, settled } = program(['leave'], [qwen])
  measure('Long sweep', true)
  expect(quitting.mayQuit()).toBe(false)
  await settled()
  expect(reported).toEqual(['cancel Long sweep?', 'quit'])
  expect(asked).toHaveLength(1)
})

test('whoever keeps measuring stays', async () => {
  const { quitting, reported, measure, asked, settled } = program([], [qwen])
  measure('Long sweep', false)
  expect(quitting.mayQuit()).toBe(false)
  await settled()
  expect(reported).toEqual(['cancel Long sweep?', 'window'])
  expect(asked).toEqual([])
})

test('the end of the session asks nothing, and ends an open question', async () => {
  const { quitting, reported, measure, settled } = program([], [qwen])
  measure('Long sweep', false)
  expect(quitting.mayQuit()).toBe(false)
  quitting.quitNow()
  await settled()
  expect(quitting.mayQuit()).toBe(true)
  expect(reported).toEqual(['cancel Long sweep?', 'quit'])
})

test('where nothing runs there is no question', () => {
  const { quitting, asked, reported } = program([], [])
  expect(quitting.mayQuit()).toBe(true)
  expect([asked, reported]).toEqual([[], []])
})

test('what is left running is left, and the program quits', async () => {
  const { quitting, asked, reported, settled } = program(['leave'], [qwen, llama])
  expect(quitting.mayQuit()).toBe(false)
  await settled()
  expect(asked).toEqual([{ running: [qwen, llama], unstopped: [] }])
  expect(reported).toEqual(['quit'])
  expect(quitting.mayQuit()).toBe(true)
})

test('servers on several hosts are stopped together before it quits', async () => {
  const { quitting, reported, settled } = program(['stop'], [qwen, llama])
  quitting.mayQuit()
  await settled()
  expect(reported).toEqual(['stop qwen llama', 'quit'])
})

test('a reader who stays keeps a window, and is asked again the next time', async () => {
  const { quitting, asked, reported, settled } = program(['stay', 'leave'], [qwen])
  quitting.mayQuit()
  await settled()
  expect(reported).toEqual(['window'])
  expect(quitting.mayQuit()).toBe(false)
  await settled()
  expect(asked).toHaveLength(2)
  expect(reported).toEqual(['window', 'quit'])
})

test('one question is enough, however often it is asked to quit meanwhile', async () => {
  const { quitting, asked, settled } = program(['leave'], [qwen])
  expect([quitting.mayQuit(), quitting.mayQuit(), quitting.mayQuit()]).toEqual([
    false,
    false,
    false,
  ])
  await settled()
  expect(asked).toHaveLength(1)
})

test('a server that does not end is reported with why; it can be tried again, or left', async () => {
  const { quitting, asked, reported, stubborn, settled } = program(
    ['stop', 'stop', 'leave'],
    [qwen, llama],
  )
  stubborn.add('llama')
  quitting.mayQuit()
  await settled()
  expect(reported).toEqual(['stop qwen llama', 'stop llama', 'quit'])
  expect(asked[1]).toEqual({ running: [llama], unstopped: [{ ...llama, why: 'It hangs.' }] })
})

test('asked to quit while servers are being stopped, it says which still are', async () => {
  const { quitting, asked, reported, beSlow, settled } = program(['stop', 'leave'], [qwen])
  beSlow(true)
  quitting.mayQuit()
  await settled()
  expect(asked).toHaveLength(1)
  expect(quitting.mayQuit()).toBe(false)
  await settled()
  expect(asked[1]).toEqual({ running: [qwen], unstopped: [{ ...qwen, why: null }] })
  expect(reported).toEqual(['stop qwen', 'quit'])
})

test('servers that end before their reader is in a hurry need no second question', async () => {
  const { quitting, asked, reported, beSlow, endSlowly, settled } = program(
    ['stop', 'stay'],
    [qwen],
  )
  beSlow(true)
  quitting.mayQuit()
  await settled()
  endSlowly()
  await settled()
  expect(asked).toHaveLength(1)
  expect(reported).toEqual(['stop qwen', 'quit'])
})

test('a dialog that cannot be shown is reported, and the program stays', async () => {
  const { quitting, reported, settled } = program([new Error('no display')], [qwen])
  quitting.mayQuit()
  await settled()
  expect(reported).toEqual(['Error: no display', 'window'])
})
