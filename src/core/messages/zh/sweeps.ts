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
  'sweeps.lack.percentile': '请用 --metric-percentiles 加上此百分位。',
  'sweeps.lack.values': '此压测的响应没有这项延迟：请把限值设在其他延迟上。',
  'sweeps.lack.answers': '部分响应在给出答案前就结束了：请增大输出长度。',
  'sweeps.lack.reasoningShare': '没有响应包含思考内容，或思考未被计数：请指定 tokenizer。',
  'sweeps.lack.cachedShare':
    '服务器未报告缓存命中的 token：请用 --enable-prompt-tokens-details 启动 vLLM。',
  'sweeps.lack.goodput': '请用 --goodput 指定达标请求的条件。',
  'sweeps.lack.failures': '导入的文件未说明有多少请求失败。',
  'sweeps.load.rate': '{rate} req/s',
  'sweeps.load.inFlight': '并发 {count}',
  'sweeps.load.agents': '{count} 个并发智能体',
  'sweeps.load.voices': '{count} 路并发语音',
  'sweeps.load.rateAtMost': '{rate} req/s（并发不超过 {count}）',
  'sweeps.load.atOnce': '一次发出全部请求',
  'sweeps.noLimit': '不限并发',
  'sweeps.within': '并发 ≤ {count}',
  'sweeps.server.simulator': '模拟器 {preset}',
  'sweeps.server.launched': '在 {host} 上启动的服务器',
  'sweeps.range': '{low} 与 {high}',
  'sweeps.range.rates': '{low} 与 {high} req/s',
  'sweeps.range.inFlight': '并发 {low} 与 {high}',
} as const satisfies Translation<typeof sweepsEn>
