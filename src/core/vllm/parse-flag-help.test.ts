import { expect, test } from 'vitest'
import { exampleFlagIndex } from './example-flags.test-support.ts'
import { parseFlagHelp } from './parse-flag-help.ts'

const help = `usage: vllm serve [model_tag] [options]

Some words about the server.

positional arguments:
  model_tag             The model. (default: None)

options:
  -h, --help            show this help message and exit
  --headless            Run without a front end. (default: False)

ParallelConfig:
  How to spread the model.

  --tensor-parallel-size TENSOR_PARALLEL_SIZE, -tp TENSOR_PARALLEL_SIZE
                        Number of groups, said
                        over two lines. (default: 1)
  --brand-new, --no-brand-new
                        Newer than we are. (default: None)
  --new-choice {a,b}    One of two. (default: a)
  --new-list NEW_LIST [NEW_LIST ...]
                        Several. (default: None)
`

test('flags are read with their groups, spellings, defaults and help', () => {
  expect(parseFlagHelp(help, exampleFlagIndex)).toEqual([
    {
      name: 'headless',
      group: 'options',
      kind: 'switch',
      default: false,
      help: 'Run without a front end. (default: False)',
    },
    {
      ...exampleFlagIndex.byName.get('tensor-parallel-size'),
      help: 'Number of groups, said over two lines. (default: 1)',
    },
    {
      name: 'brand-new',
      group: 'ParallelConfig',
      kind: 'switch',
      default: null,
      isNegatable: true,
      help: 'Newer than we are. (default: None)',
    },
    {
      name: 'new-choice',
      group: 'ParallelConfig',
      kind: 'choice',
      choices: ['a', 'b'],
      default: 'a',
      help: 'One of two. (default: a)',
    },
    {
      name: 'new-list',
      group: 'ParallelConfig',
      kind: 'list',
      default: null,
      help: 'Several. (default: None)',
    },
  ])
})

test('text that is no help has no flags', () => {
  expect(parseFlagHelp('Traceback (most recent call last):\n  File "x"', exampleFlagIndex)).toEqual(
    [],
  )
})

test('help that begins to name a default over and over is read once', () => {
  const help = `Group:\n  --x X  ${'(default: '.repeat(30_000)}.\n`
  expect(parseFlagHelp(help, exampleFlagIndex)).toMatchObject([{ name: 'x', default: null }])
})
