// 实时运行：进展如何？
import type { live as english } from '../en/live.ts'

export const live: typeof english = {
  preparing: '准备中：生成提示词与发送计划，连接服务器。',
  progress: '进度',
  ended: '{done} / {planned}',
  elapsed: '已用',
  left: '剩余',
  asked: '要求（请求/秒）',
  achieved: '达成（请求/秒）',
  inFlight: '进行中',
  queued: '排队',
  tokenEvents: 'Token 事件/秒',
  ttft: 'TTFT',
  itl: 'ITL',
  failed: '失败',
  rates: '每秒请求数',
  concurrency: '进行中的请求',
  ttftOverTime: '首 token 时间',
  itlOverTime: 'token 间延迟',
  median: '刚到达数据的中位数',
  failuresNow: '目前 {count} 个请求失败',
  cancel: '取消运行',
  cancelTitle: '取消这次运行？',
  cancelDescription:
    '已结束的 {done} 个请求连同时间都会保留；进行中的 {open} 个会被中断并记为已取消。汇总只计算已测得的部分。',
  cancelBeforeStart: '尚未发送任何请求。这次运行会作为“已取消”保留在列表中。',
  cancelAction: '取消运行',
  waiting: '正在等待第一批数据。',
  goOn: '继续运行',
  unit: { perSecond: '请求/秒', requests: '请求' },
  line: { asked: '要求', achieved: '达成' },
}
