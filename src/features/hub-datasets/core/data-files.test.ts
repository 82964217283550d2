import { describe, expect, test } from 'vitest'
import { dataFiles, splitsIn, type CardConfig } from './data-files.ts'

const all = { subset: null, split: null }
const train = { subset: null, split: 'train' }
const test_ = { subset: null, split: 'test' }

describe('without a card', () => {
  test.each([
    [['data/train-00000-of-00001.parquet', 'data/mini-00000-of-00001.parquet'], 'mini', [1]],
    [['train.jsonl', 'test.jsonl'], 'test', [1]],
    [['my_train_1.csv', 'my-train-2.csv', 'dev.csv'], 'train', [0, 1]],
    [['dev.csv', 'train.csv'], 'validation', [0]],
    [['training/a.json', 'eval/b.json', 'c.json'], 'test', [1]],
    [['a.json', 'b.json'], 'train', [0, 1]],
    [['a.json'], 'test', []],
    [['attrain.json'], 'train', [0]],
    [[], 'train', []],
  ])('of %j, %s is %j', (paths, split, positions) => {
    const files = dataFiles(paths, [], { subset: null, split })
    expect(files).toEqual(positions.map((position) => paths[position]))
  })

  test('subsets are folders', () => {
    const paths = ['en/test.parquet', 'en/train.parquet', 'de/train.parquet']
    expect(dataFiles(paths, [], { subset: 'en', split: 'train' })).toEqual(['en/train.parquet'])
    expect(splitsIn(paths, [], 'en')).toEqual(['test', 'train'])
  })
})

describe('with a card', () => {
  const configs: CardConfig[] = [
    { name: 'a', isDefault: false, files: [{ split: 'train', patterns: ['a/*.parquet'] }] },
    {
      name: 'b',
      isDefault: true,
      files: [
        { split: 'train', patterns: ['b/train-*', 'b/extra/**'] },
        { split: 'test', patterns: ['b/test?.json'] },
      ],
    },
  ]
  const paths = ['a/1.parquet', 'b/extra/c/d.json', 'b/test1.json', 'b/train-0.json', 'train.csv']

  test('its patterns decide, in their order', () => {
    expect(dataFiles(paths, configs, train)).toEqual(['b/train-0.json', 'b/extra/c/d.json'])
    expect(dataFiles(paths, configs, test_)).toEqual(['b/test1.json'])
  })

  test('a subset goes by its name', () => {
    expect(dataFiles(paths, configs, { subset: 'a', split: 'train' })).toEqual(['a/1.parquet'])
    expect(dataFiles(paths, configs, { subset: 'c', split: 'train' })).toEqual([])
  })

  test('without a split all files are taken', () => {
    expect(dataFiles(paths, configs, all)).toHaveLength(3)
  })
})
