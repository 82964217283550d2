// 测试参数的名称、说明和单位。
import type { FlagTexts } from './flag-texts.ts'
import { flagLabels, flagSummaries } from './zh-flags.ts'

export const flagTextsZh: FlagTexts = {
  labels: flagLabels,
  summaries: flagSummaries,
  units: {
    requests: '个请求',
    tokens: 'token',
    'req/s': '请求/s',
    bytes: '字节',
    ids: '个 id',
    min: '分钟',
    prompts: '个提示词',
    threads: '个线程',
    turns: '轮',
    steps: '步',
    nodes: '个节点',
    pods: '个 Pod',
    tasks: '个任务',
    runs: '次运行',
    retries: '次重试',
  },
}
