import type { Translation } from '../template.ts'
import type { sweepsEn } from '../en/sweeps.ts'

export const sweepsZh = {
  'sweeps.kneeAt': '拐点 {load}（{range}）',
  'sweeps.kneeBetween': '拐点在 {range} 之间',
  'sweeps.kneeBeyond': '直到 {load} 未见拐点：服务器仍跟得上',
  'sweeps.kneeBeyondUsable': '直到 {load} 未见拐点：更重的负载均未给出可用的数据',
  'sweeps.kneeBelow': '拐点不高于 {load}，即已测的最轻负载',
  'sweeps.kneeTooShort': '没有拐点：运行太短，无法表明服务器跟得上',
  'sweeps.noKneeUnmeasured': '没有拐点：尚无测量结果',
  'sweeps.noKneeAtOnce': '没有拐点：所有请求一次发出，延迟取决于请求数',
  'sweeps.noKneeUsable': '没有拐点：没有负载给出可用的数据',
  'sweeps.limitForm':
    '请写作 "p95 ttft <= 300 ms"、"mean tpot <= 50 ms"、"errors <= 1 %" 或 "goodput >= 90 %"。',
  'sweeps.load.rate': '{rate} req/s',
  'sweeps.load.inFlight': '并发 {count}',
  'sweeps.load.rateAtMost': '{rate} req/s（并发不超过 {count}）',
  'sweeps.load.atOnce': '一次发出全部请求',
  'sweeps.range': '{low} 与 {high}',
  'sweeps.range.rates': '{low} 与 {high} req/s',
  'sweeps.range.inFlight': '并发 {low} 与 {high}',
} as const satisfies Translation<typeof sweepsEn>
