// --help 的固定文字与各命令的一句话说明。
import type { helpEn } from '../../en/help.ts'

export const helpZh: typeof helpEn = {
  usage: '用法：',
  colon: '：',
  program: '找出 LLM 服务器吞吐–延迟曲线的拐点。',
  commandsTitle: '命令：',
  more:
    '各命令的详细说明：kneepoint 命令 --help；--version 显示版本。\n' +
    '--lang en|zh 选择语言；不指定时由系统区域设置决定。',
  benchServe:
    '按计划向 OpenAI 兼容的服务器发送请求，报告延迟与吞吐，可把结果存入文件。参数与输出格式同“vllm bench serve”。',
  example: '示例：',
  spelling: '参数名可缩写到不产生歧义为止，- 也可写作 _。--help=参数 或 --help=分组 只显示一部分。',
  difference: '与 vLLM 的不同（英文）：',
  choices: '可选',
  units: {
    requests: '个请求',
    tokens: '个 token',
    prompts: '个提示词',
    runs: '次运行',
    minutes: '分钟',
  },
  default: '默认',
  groups: {
    Server: '服务器（Server）',
    Dataset: '数据集（Dataset）',
    Traffic: '负载（Traffic）',
    Sampling: '采样（Sampling）',
    Report: '报告（Report）',
    Output: '输出（Output）',
    Series: '多次运行（Series）',
    Options: '选项（Options）',
  },
  commands: {
    'bench serve': '压测一台服务器，用法同“vllm bench serve”。',
    'bench sweep FILE': '按文件扫描服务器、设置与负载，找出拐点。',
    'bench sweep serve': '用“vllm bench sweep serve”的命令行运行扫描。',
    'bench startup HOST': '按阶段测量服务器的冷启动和热启动用时。',
    simulate: '运行自带的 vLLM 模拟服务器，无需 GPU。',
    record: '把发往服务器的流量录制成可重放的负载。',
    web: '在浏览器中打开图形界面，由本机提供服务。',
    'host add|list|facts': '管理可启动服务器的主机，查看主机信息。',
    'server launch|list|logs|stop': '在主机上启动、查看、停止 vLLM。',
    runs: '列出已保存的运行。',
    'compare RUN…': '比较多次运行，或一次扫描的各组设置：给出差异大小与置信区间。',
    'report RUN|SWEEP…': '生成报告：网页、Markdown、表格，或可在别处打开的数据包。',
    'paste [FILE]': '把粘贴的压测命令改写为本程序的命令。',
    'import FILE…': '导入其他客户端的结果和数据包。',
    'verify FILE…': '检查数据包：签名，以及由请求重新计算的每个指标。',
    'export RUN…': '把已保存的运行导出为 JSON 或 CSV。',
    'db check|repair|backup|vacuum': '检查、修复、备份数据库，回收空间。',
    calibrate: '校准客户端自身：它在本机给测量带来多少误差。',
    doctor: '检查本机环境：Node、软件包、数据库、系统限制、定时器、代理、SSH。',
    'completions SHELL': '输出 bash、zsh、fish 或 PowerShell 的补全脚本。',
    demo: '以四种请求速率扫描模拟服务器并找出拐点，不到一分钟。',
  },
}
