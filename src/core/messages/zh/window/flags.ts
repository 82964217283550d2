// 各参数的名称、一句话说明和单位。
import type { FlagTexts, FlagUnits } from '../../flag-texts.ts'
import { flagLabels } from './flag-labels.ts'
import { flagSummaries } from './flag-summaries.ts'

export const flags: FlagTexts = { labels: flagLabels, summaries: flagSummaries }

export const flagUnits: FlagUnits = {
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
}
