// 将多次运行与其中一次比较。
import type { compare as english } from '../../en/window/compare.ts'

export const compare: typeof english = {
  title: '比较',
  compare: '比较 {count} 次运行',
  base: '基线',
  makeBase: '以“{name}”为基线',
  tooFew: '比较需要两次以上有测量数据的运行。请在“结果”中选择。',
  figures: '各次运行的数值',
  worth: '可信度',
  figure: '数值',
  difference: '差异',
  interval: '99 % 区间',
  notMeasured: '未测量',
  verdict: {
    better: '更好',
    worse: '更差',
    same: '相同',
    unclear: '不明',
    'not-usable': '不下结论',
    'different-loads': '不可比',
    saturated: '饱和',
    'set-by-load': '由负载决定',
  },
  headline: { title: '变化' },
  about:
    '每个区间的置信度为 99 %，一句话中的全部区间同时成立的置信度为 95 %。相同：差异小于 2 %。不明：既未证实也未排除更大的差异；需要更长或更多次的运行才能判断。由负载决定：请求按自己的速率到达，两边服务器都跟得上。区间来自每次运行的请求，不包含服务器每次启动之间的差别。',
  settings: '不同之处',
  sameSettings: '完全相同：同样的压测，同样的服务器。',
  setting: '设置',
  host: '主机',
  gpus: 'GPU',
  launch: '启动命令',
}
