import { describe, expect, test } from 'vitest'
import { backendNames } from '#core/model/benchmark/backend-traits.ts'
import { defaultBenchmarkConfig } from '#core/model/benchmark/benchmark-config.ts'
import { benchmarkFieldsSchema } from '#core/model/benchmark/benchmark-fields.ts'
import { benchmarkRules } from '#core/model/benchmark/benchmark-rules.ts'
import { datasetNames } from '#core/model/benchmark/dataset-traits.ts'
import { issueText } from '#core/model/issue-text.ts'
import { secretNotKept } from '#core/report/presentable.ts'
import { problemText } from './problem-text.ts'
import { allProblemsZh } from './zh/all-problems.ts'

const chinese = /[\u4e00-\u9fff]/
const tornApart = /[\u4e00-\u9fff] [\u4e00-\u9fff]/

/** Whatever a rule can say of the many APIs and datasets. */
const configs = backendNames.flatMap((backend) =>
  datasetNames.map((datasetName) => ({ ...defaultBenchmarkConfig, backend, datasetName })),
)
const ruleMessages = new Set(
  benchmarkRules.flatMap(({ message }) =>
    typeof message === 'string' ? [message] : configs.map(message),
  ),
)

describe('in Chinese', () => {
  test.each([...ruleMessages])('a rule says: %s', (message) => {
    expect(problemText(message, 'zh')).toMatch(chinese)
    expect(problemText(message, 'zh')).not.toMatch(tornApart)
  })

  test.each(Object.keys(benchmarkFieldsSchema.shape))('%s complains of nonsense', (field) => {
    const nonsense = [Symbol('x'), -1e300, 1.5, '', 'x', [], {}, [{}], { q: '' }]
    for (const value of nonsense) {
      const { error } = benchmarkFieldsSchema.safeParse({ [field]: value }, { error: issueText })
      for (const { message } of error?.issues ?? []) {
        expect(problemText(message, 'zh')).toMatch(chinese)
        expect(problemText(message, 'zh')).not.toMatch(tornApart)
      }
    }
  })

  test.each([
    ['must be at least 1', '不能小于 1'],
    [secretNotKept, '中的密钥已被 *** 代替（运行不保存密钥）；请先修改并重新填写'],
    ['must be a number or inf', '必须是数字或 inf'],
    ['must be a whole number', '必须是整数'],
    ['must be on or off', '必须是开或关'],
    ['must be linear or exponential', '必须是 linear 或 exponential'],
    ['must be at least 0 and below 1', '必须不小于 0 且小于 1'],
    [
      'Infinity embeds one text or one picture, not an empty prompt.',
      'Infinity 每次嵌入一条文本或一张图片，而不是空提示词。',
    ],
    ['The connection to this computer broke.', '与本机的连接中断。'],
    ['The connection to lab broke.', '与 lab 的连接中断。'],
    [
      'openai-chat talks to /v1/chat/completions; set the endpoint to that or choose another backend',
      'openai-chat 使用 /v1/chat/completions；请把端点设为它，或选择其他 API',
    ],
    ['--goodput takes KEY:VALUE, not "a b".', '--goodput 的写法是 KEY:VALUE，而不是 "a b"。'],
    [
      '--extra-body takes a JSON object, not "[]".',
      '--extra-body 需要一个 JSON 对象，而不是 "[]"。',
    ],
    ['does not know x, y or z', '不认识 x、y 或 z'],
    ['servers[0].flags is not known here.', 'servers[0].flags 不认识。'],
    ['load.rates must be a list, not 3.', 'load.rates 必须是列表，而不是 3。'],
    [
      '/data/my rows.jsonl, line 3: prompt is missing',
      '/data/my rows.jsonl, line 3：prompt 不能缺少',
    ],
    ['ORG/NAME: the hub does not show it to everybody', 'ORG/NAME：Hub 不公开提供'],
    ['The connection was reset (ECONNRESET).', '连接被重置（ECONNRESET）。'],
    [
      'The server answered with a web page instead of a stream of events.',
      '服务器返回的是网页，而不是事件流。',
    ],
    ['Did you mean --seed? See kneepoint --help.', '是否指 --seed？详见 kneepoint --help。'],
    ['something nobody foresaw', 'something nobody foresaw'],
    [
      'No answer from http://127.0.0.1:9/v1/models: nothing listens there.',
      'http://127.0.0.1:9/v1/models 没有应答：那里没有程序监听。',
    ],
    ['INFO worker: is anybody there?', 'INFO worker: is anybody there?'],
  ])('%s', (message, said) => {
    expect(problemText(message, 'zh')).toBe(said)
  })
})

test.each(Object.entries(allProblemsZh))('%s keeps what is told in it', (english, chinese) => {
  expect(blanksIn(chinese)).toEqual(blanksIn(english))
})

function blanksIn(sentence: string): string[] {
  return [...new Set(sentence.match(/\{\+?\w+\}/g))].sort()
}

test('in English a problem is said as it is', () => {
  expect(problemText('must be at least 1', 'en')).toBe('must be at least 1')
})
