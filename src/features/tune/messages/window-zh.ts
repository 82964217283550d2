// 窗口中调优的文本。
import type { TranslationOf } from '#core/messages/window-texts.ts'
import type { tune as english } from './window.ts'

export const tune: TranslationOf<typeof english> = {
  flags: '可调的参数',
  budget: '预算',
  value: {
    noFlags: '选择参数',
    flags: '{count} 个参数',
    noBudget: '待定',
    budgetGpu: '{minutes} GPU 分钟',
    budgetRuns: '{runs} 次运行',
    budgetMinutes: '{minutes} 分钟',
  },
  objectiveName: '目标',
  objective: {
    capacity: '容量',
    'tokens-per-gpu': '每 GPU 每秒输出 token',
    cost: '每百万 token 成本',
    energy: '每 token 能耗',
  },
  'gpu-minutes': 'GPU 用时',
  runs: '运行数',
  'wall-clock': '总时长',
  answers: '响应一致',
  suspects: '采用常用可调参数',
  unlimited: '不限',
  reported: '仅报告',
  about: {
    objective: '要优化的指标，在限值内的最高负载下计算。',
    'gpu-minutes': '预算，含确认阶段。留空不限。',
    runs: '预算。留空不限。',
    'wall-clock': '预算。留空不限。',
    answers: '贪心解码时，首个差异之前与默认配置一致的 token 所占的最低比例。留空则只报告。',
  },
}
