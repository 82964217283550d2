// 将多次运行与其中一次比较。
export const compare = {
  title: '比较',
  compare: '比较 {count} 次运行',
  base: '基准',
  tooFew: '比较需要两次以上有测量数据的运行。请在“结果”中选择。',
  figures: '各次运行的数值',
  figure: '数值',
  failedShare: '失败的请求',
  difference: '差异',
  interval: '95 % 区间',
  notMeasured: '未测量',
  verdict: { better: '更好', worse: '更差', same: '相同', unclear: '不明' },
  movement: {
    title: '是否有变化',
    moved: '有变化',
    unclear: '未显示出变化',
    same: '没有变化',
  },
  counts: '{better} 项更好，{worse} 项更差，{same} 项相同，{unclear} 项不明',
  about:
    '相同：差异小于数值的 2 %。不明：既未证实也未排除更大的差异；更长或更多的运行才能说明。区间来自每次运行的请求，不包含服务器每次启动之间的差别。',
  settings: '不同之处',
  sameSettings: '完全相同：同样的基准测试，同样的服务器。',
  setting: '设置',
  host: '主机',
  gpus: 'GPU',
  launch: '启动命令',
}
