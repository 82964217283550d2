// bench serve 各参数的说明。表单中也有的参数见 zh-flags.ts。
import type { ConversationSwitch } from '#core/flags/conversations.ts'
import type { IdleOption } from '#core/flags/idle.ts'
import type { OutputOption } from '#core/flags/output.ts'
import type { SeriesOption } from '#core/flags/series.ts'
import type { BenchmarkField } from '#core/flags/benchmark-fields.ts'
import { flagSummaries } from './zh-flags.ts'

const output: Readonly<Record<OutputOption, string>> = {
  saveResult: '把结果写入 JSON 文件，格式同 vLLM。',
  saveDetailed: '结果文件中保留每个请求的数据、文本和错误。',
  appendResult: '在结果文件末尾追加一行，而不是覆盖。',
  resultDir: '结果文件所在的文件夹；不存在则创建。',
  resultFilename: '结果文件名；默认由标签、速率、模型和时间组成。',
  plotTimeline: '在结果文件旁生成 HTML 页面，按时间画出每个请求。',
  timelineItlThresholds: '该页面中 token 间隔变色的门槛。',
  plotDatasetStats: '在结果文件旁生成提示词与输出长度分布的 SVG 图。',
  reportLayout: '报告的版式：同 vllm bench serve，或同 vLLM 的 Rust 客户端 vllm-bench（更宽）。',
  disableTqdm: '不显示进度。',
  omni: '兼容 vLLM-Omni 的命令，本身没有作用：相应的后端无需它即可使用。',
  saveRun: '把运行存入 Kneepoint 的数据库，在图形界面中可见。',
}

const series: Readonly<Record<SeriesOption, string>> = {
  dryRun: '只生成提示词并显示其长度，不发送。',
  numRuns: '用相同的提示词运行多次，给出均值、标准差和极值。',
  sweepMaxConcurrency: '依次以这些并发上限各运行一次，并输出汇总表。',
  sweepNumPromptsFactor: '在并发扫描中，每个并发位发送多少请求。',
  sweepRequestRate: '依次以这些请求速率（可含 inf）各运行一次，并输出汇总表。',
  sweepSummaryPercentiles: '汇总表中除 50 和 90 之外的 TTFT、TPOT 百分位。',
  resetPrefixCache: '每次运行前重置服务器的前缀缓存；服务器不支持则终止。',
  compare: '逐项比较两个结果文件，基准在前；不发送请求。',
}

const idle: Readonly<Record<IdleOption, string>> = {
  trustRemoteCode: '不起作用：Kneepoint 不运行模型代码。',
  useBeamSearch: '不起作用，与原版相同：没有服务器使用过束搜索。',
}

const conversations: Readonly<Record<ConversationSwitch, string>> = {
  multiTurn: 'random 改用 random-multi-turn，sharegpt 和 custom 改用 multi_turn。',
}

/** 表单中的说法在命令行中不适用的。 */
const onCommandLine = {
  header: '随每个请求发送的请求头。',
  loraModules: '服务器已加载的 LoRA 适配器；每个请求使用其中之一，而非模型本身。',
  timedTraceLayout: '定时 trace：按公开 trace 的字段，或按 --timed-trace-label-… 给出的字段名。',
  metadata: '写入结果文件的自定义信息。',
} satisfies Partial<Record<BenchmarkField, string>>

export const flagSummariesZh = {
  ...flagSummaries,
  ...onCommandLine,
  ...output,
  ...series,
  ...idle,
  ...conversations,
}
