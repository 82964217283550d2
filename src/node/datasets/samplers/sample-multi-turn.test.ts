import { expect, test } from 'vitest'
import { defaultBenchmarkConfig } from '#core/model/benchmark-config.ts'
import type { BenchmarkConfig } from '#core/flags/benchmark-fields.ts'
import { loadFileTokenizer } from '#node/tokenizer/file-tokenizer.ts'
import { tinyFile } from '#node/tokenizer/fixtures/tiny-tokenizer.ts'
import { temporaryFile } from '../fixtures/temporary-file.ts'
import { prepareWorkload } from '../prepare-workload.ts'

const tokenizer = await loadFileTokenizer(tinyFile)

function prepare(changes: Partial<BenchmarkConfig>) {
  const config = { ...defaultBenchmarkConfig, numPrompts: 0, ...changes }
  return prepareWorkload(config, { tokenizer, requestIdPrefix: 'c-' })
}

const said = (turns: number, word: string) =>
  Array.from({ length: turns }, (_, t) => [
    { from: 'human', value: `${word} ${t}` },
    { from: 'gpt', value: `yes ${t}` },
  ]).flat()

const shareGpt = JSON.stringify([
  { id: 'one', conversations: said(1, 'short') },
  { id: 'two', conversations: said(2, 'some') },
  { id: 'five', conversations: said(5, 'long') },
])

function turnsByConversation(requests: Awaited<ReturnType<typeof prepare>>['requests']): number[] {
  const turns: number[] = []
  for (const { turn } of requests) {
    if (turn?.number === 0) turns.push(1)
    else turns.push((turns.pop() ?? 0) + 1)
  }
  return turns
}

test.each([
  [{}, [2, 5]],
  [{ multiTurnMinTurns: 1 }, [1, 2, 5]],
  [{ multiTurnMinTurns: 3 }, [5]],
  [{ multiTurnMaxTurns: 3 }, [2, 3]],
  [{ numPrompts: 1 }, [2]],
  [{ numPrompts: 3, multiTurnMinTurns: 3 }, [5, 5, 5]],
  [{ numPrompts: 3, multiTurnMinTurns: 3, noOversample: true }, [5]],
])('conversations of a file are taken by their turns: %j', async (changes, turns) => {
  const datasetPath = await temporaryFile('talk.json', shareGpt)
  const { requests, offsetsS } = await prepare({
    datasetName: 'multi_turn',
    datasetPath,
    disableShuffle: true,
    ...changes,
  })
  expect(turnsByConversation(requests)).toEqual(turns)
  expect(offsetsS).toHaveLength(turns.length)
})

test('a rate begins conversations, and an adapter keeps to one', async () => {
  const datasetPath = await temporaryFile('talk.json', shareGpt)
  const { requests, offsetsS, loraModules } = await prepare({
    datasetName: 'multi_turn',
    datasetPath,
    requestRate: 4,
    burstiness: 'inf',
    loraModules: ['a', 'b'],
    loraAssignment: 'round-robin',
    disableShuffle: true,
  })
  expect(requests).toHaveLength(7)
  expect([...offsetsS]).toEqual([0.25, 0.5])
  expect(loraModules).toEqual(['a', 'a', 'b', 'b', 'b', 'b', 'b'])
})

test('lines of the reader’s own may say how long users think and answers are', async () => {
  const rows = [
    {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'first', output_tokens: 11 },
        { role: 'assistant', content: 'well' },
        { role: 'user', content: 'second', think_s: 0.25 },
      ],
    },
  ]
  const datasetPath = await temporaryFile(
    'talk.jsonl',
    rows.map((row) => JSON.stringify(row)).join('\n'),
  )
  const { requests } = await prepare({
    datasetName: 'multi_turn',
    datasetPath,
    customOutputLen: 33,
  })
  expect(requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual([11, 33])
  expect(requests.map(({ turn }) => turn?.thinkS)).toEqual([0, 0.25])
  const fixed = await prepare({ datasetName: 'multi_turn', datasetPath, outputLen: 7 })
  expect(fixed.requests.map(({ expectedOutputTokens }) => expectedOutputTokens)).toEqual([7, 7])
})

test('a file without a conversation that is long enough is refused with a remedy', async () => {
  const datasetPath = await temporaryFile('talk.json', shareGpt)
  const preparing = prepare({ datasetName: 'multi_turn', datasetPath, multiTurnMinTurns: 9 })
  await expect(preparing).rejects.toMatchObject({
    code: 'dataset-invalid',
    remedy: expect.stringContaining('--multi-turn-min-turns') as string,
  })
})

test('made-up conversations have as many turns and tokens as asked', async () => {
  const { requests } = await prepare({
    datasetName: 'random-multi-turn',
    numPrompts: 3,
    multiTurnNumTurns: 2,
    randomInputLen: 20,
    perTurnInputLen: 6,
    randomOutputLen: 4,
  })
  expect(turnsByConversation(requests)).toEqual([2, 2, 2])
  for (const { turn, promptTokens } of requests) {
    // Not every text can be brought to its length by a small tokenizer, but none is far off.
    const asked = turn?.number === 0 ? 20 : 30
    expect(Math.abs(promptTokens - asked)).toBeLessThanOrEqual(2)
  }
})

const constant = (value: number) => ({ distribution: 'constant', value })

async function describe(changes: object = {}): Promise<string> {
  const text = await temporaryFile(
    'store.txt',
    'the cat sat on the mat and looked at the moon. '.repeat(40),
  )
  return temporaryFile(
    'describe.json',
    JSON.stringify({
      filetype: 'generate_conversations',
      num_conversations: 4,
      text_files: [text],
      prompt_input: {
        num_turns: { distribution: 'uniform', min: 4, max: 6 },
        common_prefix_num_tokens: constant(8),
        prefix_num_tokens: constant(5),
        num_tokens: constant(10),
      },
      prompt_output: { num_tokens: { distribution: 'uniform', min: 2, max: 9 } },
      ...changes,
    }),
  )
}

test('conversations are made of texts as a file describes them', async () => {
  const datasetPath = await describe()
  const { requests } = await prepare({ datasetName: 'multi_turn', datasetPath })
  const turns = turnsByConversation(requests)
  expect(turns).toHaveLength(4)
  for (const count of turns) expect([2, 3]).toContain(count)
  const firsts = requests
    .filter(({ turn }) => turn?.number === 0)
    .map(({ prompt }) => String(prompt))
  expect(new Set(firsts.map((prompt) => prompt.slice(0, 12))).size).toBe(1)
  expect(new Set(firsts).size).toBe(4)
  for (const { expectedOutputTokens } of requests) {
    expect(expectedOutputTokens).toBeGreaterThanOrEqual(2)
    expect(expectedOutputTokens).toBeLessThanOrEqual(9)
  }
  const again = await prepare({ datasetName: 'multi_turn', datasetPath })
  expect(again.requests).toEqual(requests)
  const more = await prepare({ datasetName: 'multi_turn', datasetPath, numPrompts: 7 })
  expect(turnsByConversation(more.requests)).toHaveLength(7)
})

test.each([
  [{ text_files: [] }, {}, 'text_files'],
  [{ prompt_output: { num_tokens: { distribution: 'odd' } } }, {}, 'prompt_output.num_tokens'],
  [{ text_files: ['/nowhere/book.txt'] }, {}, '/nowhere/book.txt'],
  [{}, { multiTurnHistory: 'recorded' } as const, 'no recorded answers'],
])('a description that cannot be followed is refused: %j', async (changes, config, says) => {
  const datasetPath = await describe(changes)
  const preparing = prepare({ datasetName: 'multi_turn', datasetPath, ...config })
  await expect(preparing).rejects.toThrow(says)
})
