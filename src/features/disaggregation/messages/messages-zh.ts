import type { Translation } from '#core/messages/template.ts'
import type { disaggregationMessages } from './messages.ts'

export const disaggregationMessagesZh = {
  'answers.pools.prefill':
    '瓶颈在 prefill：{count} 个实例中有 {queued} 个出现排队，平均 {waiting} 个请求在等待，而 {other}。请增加 prefill 实例。',
  'answers.pools.decode':
    '瓶颈在 decode：{count} 个实例中有 {queued} 个出现排队，平均 {waiting} 个请求在等待，而 {other}。请增加 decode 实例。',
  'answers.pools.transfer':
    '瓶颈在 KV 传输：平均有 {waiting} 个请求等待 decode，其中 {transferring} 个正在传输，每次 {ms} ms。请检查两个池之间的网络。',
  'answers.pools.both':
    '两个池都已满：平均有 {prefill} 个请求等待 prefill，{decode} 个请求等待 decode。请同时增加两种实例。',
  'answers.pools.neither': '两个池都未满：{prefill}，{decode}。',
  'answers.pools.notKnown': '无法判断瓶颈在哪个池：运行的大部分时间没有 {names} 的采样。',
  'answers.pools.slots': '{pool} 占用 {share} % 的槽位',
  'answers.pools.kvCache': '{pool} 占用 {share} % 的 KV 缓存',
  'answers.pools.running': '{pool} 有 {count} 个请求在运行',
} satisfies Translation<typeof disaggregationMessages>
