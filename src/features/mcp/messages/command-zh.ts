// 命令 mcp 的说明及其参数。
export const mcpCommandZh = {
  about:
    '提供 Model Context Protocol，使智能体可以启动服务器，进行压测、扫描和搜索，读取结论和报告。由智能体启动时经标准输入输出通信，也可经带令牌的 HTTP。',
  flags: {
    http: '改为监听本机回环地址的这个端口；0 表示任选一个空闲端口。',
    maxGpuSeconds: '预计超过该值的压测、扫描或搜索须经用户同意。',
    maxTokens: '同上，按提示词与输出的 token 数计。',
    outputDir: '存放报告的文件夹。',
  },
}
