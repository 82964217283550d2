import type { searchesEn } from '../en/searches.ts'
import type { Translation } from '../template.ts'

export const searchesZh = {
  'searches.runs': '{count|#|#} 次运行',
  'searches.limit.mean': '平均 {metric}',
  'searches.limit.percentile': 'p{percentile} {metric}',
  'searches.ending.precise': '已达到要求的精度',
  'searches.ending.not-saturated': '在允许的最大负载下服务器仍未饱和',
  'searches.ending.limit-not-binding': '服务器已饱和，而全部限值仍满足',
  'searches.ending.held-back': '已达到并发上限，而全部限值仍满足',
  'searches.ending.never-held': '最轻的负载也未能满足限值',
  'searches.ending.not-together': '没有负载能同时满足全部限值',
  'searches.ending.not-known': '限值所用的指标没有数据',
  'searches.ending.budget-used-up': '允许的运行次数已用完',
  'searches.ending.noisy': '同一负载的各次运行结果不一致',
  'searches.ending.not-usable': '所依据的运行不可用',
  'searches.ending.no-knee': '拐点不在已测的负载之间',
  'searches.ending.client-limited': '瓶颈是客户端',
  'searches.ending.ended': '有运行失败或被取消',
  'searches.advice.not-saturated': '请提高搜索上限，或收紧限值。',
  'searches.advice.limit-not-binding': '未到限值时服务器已饱和：请收紧限值，或以此负载作为其容量。',
  'searches.advice.held-back': '请调高 --max-concurrency：服务器可能承受比该上限更多的负载。',
  'searches.advice.never-held': '请从更轻的负载开始，或放宽限值：单个请求的延迟可能已超出限值。',
  'searches.advice.not-together':
    '请放宽限值：加大负载可改善此指标，但会超出其他限值或服务器的能力。',
  'searches.advice.not-known': '请去掉此限值，或让运行采集到其指标。',
  'searches.advice.budget-used-up': '请增加运行次数、从更接近结果的负载开始，或降低精度要求。',
  'searches.advice.moreRuns': '要达到所需精度，请在该结果附近再增加约 {runs}，或降低精度要求。',
  'searches.advice.noisy':
    '请延长每次运行，使同一负载的结果一致，或把限值设在较低的百分位或平均值上。',
  'searches.advice.not-usable': '请查看该负载各次运行的判定，排除其原因后重新搜索。',
  'searches.advice.no-knee': '请从更轻的负载开始、测到更重的负载，或延长每次运行。',
  'searches.advice.client-limited':
    '请换用更空闲的机器，或增加客户端线程：超过此负载，测到的是客户端。',
  'searches.advice.ended': '请查看最后一次运行失败或被取消的原因；扫描可从已测部分继续。',
} as const satisfies Translation<typeof searchesEn>
