// 以其中一次运行为基线比较多次运行。
import type { TranslationOf } from '../../window-texts.ts'
import type { compare as english } from '../../en/window/compare.ts'

export const compare: TranslationOf<typeof english> = {
  title: '比较',
  compare: '比较 {count} 次运行',
  startSpread: '每次启动相差',
  base: '基线',
  makeBase: '以“{name}”为基线',
  tooFew: '至少需要两次有结果的运行，请在“结果”中选择。',
  figures: '各次运行的指标',
  worth: '可信度',
  figure: '指标',
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
    'within-runs': '仅就这两次运行',
  },
  headline: { title: '变化' },
  about:
    '每个区间的置信度为 99 %，因此结论中的全部区间同时成立的置信度为 95 %。相同：差异在 2 % 以内。不明：更大的差异既未证实也未排除，请延长运行或增加次数。由负载决定：请求按固定速率到达，两边的服务器都跟得上。区间包含每次运行中请求的波动，以及服务器每次启动之间的差异：优先采用已存的同配置运行所显示的差异，否则采用上方选择的比例；选 0 时不对服务器下结论。',
  settings: '设置差异',
  sameSettings: '没有差异：压测与服务器都相同。',
  setting: '设置',
  host: '主机',
  gpus: 'GPU',
  launch: '启动命令',
}
