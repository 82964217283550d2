// 一句话的对比结论：先说不能下结论的原因，再列出各项变化。
import type { comparisonEn } from '../en/comparison.ts'
import type { Translation } from '../template.ts'

export const comparisonZh: Translation<typeof comparisonEn> = {
  'comparison.base': '基线',
  'comparison.other': '对比方',
  'comparison.side': '{side}不可用（{reasons}）',
  'comparison.sides': '{first}；{last}',
  'comparison.notUsable': '不下结论：{sides}',
  'comparison.differentLoads': '负载不同，请比较曲线（{differences}）',
  'comparison.notCompared': '{figures}不下结论（{differences}）',
  'comparison.carriedBy': '只有{side}能承受该负载',
  'comparison.saturated': '服务器已饱和：延迟不下结论',
  'comparison.startSpread': '区间假定服务器每次启动相差 {percent} %',
  'comparison.startsShown': '区间已计入 {starts} 次已存启动之间的差异',
  'comparison.withinRuns':
    '仅就这两次运行而言：{effects}。对服务器不下结论，因为每次启动相差多少未知',
  'comparison.setByLoad': '{throughput}由负载决定',
  'comparison.between': '{base} 对 {other}',
  'comparison.none': '无',
  'comparison.definitions': '定义',
  'comparison.promptTokens': '每个请求的提示词 token 数',
  'comparison.outputTokens': '每个请求的输出 token 数',
  'comparison.points': '个百分点',
  'comparison.nothing': '没有两边都测到的数值。',
  'comparison.comma': '，',
  'comparison.stop': '。',
  'comparison.within': '{effect}（{low}…{high}）',
}
