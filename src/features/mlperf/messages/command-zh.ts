// 命令 mlperf plan 与 mlperf audit 的说明及其参数。
export const planZh = {
  about:
    '用扫描文件 FILE 的服务器和压测，写出预演 MLPerf Endpoints 1.0 曲线的扫描：每个区域都有固定并发的点，点数合规，每点的时长符合规则。显示各点及其 GPU 小时。正式提交必须由参考客户端测量。',
  flags: {
    maxConcurrency: '曲线的最高并发。',
    minConcurrency: '曲线的最低并发。',
    points: '曲线的点数，7 到 32。',
    agentic: '按智能体基准的更长时长规划。',
    minutesPerPoint: '把每个点缩短到该时长；其稳态不再符合规则。',
    gpus: '服务器的 GPU 数，用于计算 GPU 小时。',
    output: '要写入的扫描文件。',
  },
}

export const auditZh = {
  about:
    '像 MLPerf Endpoints 的输出缓存审计一样，比较同一并发的两次已存运行：DISTINCT 的每个 prompt 只发送一次，REPEATED 一直发送同一个 prompt（--num-prompts 1 --duration-minutes 1）。返回已存响应的服务器在第二次至少快 10 %。退出码：0 通过；1 未通过；2 这两次运行不构成审计。',
  flags: { json: '同时把各项数值以 JSON 写入该文件。' },
}
