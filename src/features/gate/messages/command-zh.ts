// 命令 gate 的说明及其参数。
export const gateCommandZh = {
  about:
    '按 FILE 所列指标及各自的容差，将服务器与基线比较（docs/ci.md）；只在结论未定时重复运行。退出码：0 每个指标都确定在容差以内；' +
    '1 有指标确定变差；2 文件或选项有误；3 最后一次重复后仍未定；4 没有有效的测量；130 被中断。' +
    '在 GitHub Actions 中，结果会写入作业摘要。',
  flags: {
    baseline:
      '比较的基线：已保存的运行（id 开头或名称）、bundle 或结果文件（多个用逗号分隔），或 last:N 取此压测最近 N 次可用的运行。',
    baselineUrl: '在此地址的服务器上测量基线：与候选交替进行，使用相同的提示词。',
    baseUrl: '候选服务器，代替 FILE 中的服务器。',
    candidate: '判断这些已保存的运行、bundle 或结果文件，不再测量；至少 3 个。',
    repeats: '最多重复次数，代替 FILE 中的值。',
    allow: '即使有差异或受到干扰，也把运行作为依据：version、hardware、throttled、saturated。',
    markdown: '将结果写为 Markdown。',
    junit: '将结果写为 JUnit XML。',
    bencher: '将指标写为 Bencher 的指标格式。',
    json: '将全部内容写为 JSON。',
    dryRun: '只显示将要比较的内容，不测量。',
  },
}
