// 同一配置的指标随时间的变化。
import type { TranslationOf } from '../../window-texts.ts'
import type { trend as english } from '../../en/window/trend.ts'

export const trend: TranslationOf<typeof english> = {
  title: '趋势',
  show: '查看趋势',
  configuration: '配置',
  figure: '指标',
  image: '{figure} 随时间的变化',
  when: '时间',
  run: '运行',
  version: '服务器版本',
  interval: '95 % 区间',
  base: '基线',
  baseLine: '基线 {value}',
  oldestLine: '最早一次 {value}',
  shift: '差异',
  verdict: '结论',
  between: '{low}–{high}',
  inRun: '最新一次：“{name}”。',
  newest: '{name} {value} {unit}',
  againstBaseline: '与基线“{name}”相比：{verdict}，{difference}',
  againstOldest: '与最早的运行“{name}”相比：{verdict}，{difference}',
  levelShift: '自“{name}”起水平变化 {change}。',
  drift: '持续漂移：最近 {runs} 次运行共 {change}。',
  isBase: '最新一次运行就是用来比较的基准。',
  about:
    '服务器、模型、启动参数和负载都相同的运行，由早到晚排列。竖线为单次运行的 95 % 区间，空心点表示结果不可用，虚线表示服务器换了版本或水平发生了变化。',
  single: '该配置目前只有一次运行。用同样的压测再跑一次，即可看到变化。',
  none: '还没有测得数据的运行。趋势展示同一压测随时间的变化。',
  unmeasured: '该运行没有可以展示趋势的指标。',
  toBench: '开始测量',
  toRun: '打开该运行',
  pin: '将 {name} 设为基线',
}
