import type { Translation } from '#core/messages/template.ts'
import type { agentsMessages } from './messages.ts'

export const agentsMessagesZh = {
  'scalar.trajectories': '完成的轨迹',
  'scalar.trajectoriesPerMin': '轨迹/min',
  'figure.trajectoriesPerMin': '每分钟完成的轨迹数',
  'latency.time_to_solution': '求解时间',
  'latency.model_time': '模型耗时',
  'latencyLong.time_to_solution': '从智能体的首个请求到最后一个响应',
  'latencyLong.model_time': '其中至少有一个请求在途的时间',
  'workload.trajectoryForm':
    '每条轨迹须含 "messages"（带 "tool_calls" 和角色为 "tool" 的结果），或 "steps": [{"id": "…", "after": ["…"], "messages": […]}, …]。缓存块 trace 含 "block_size" 和 "requests"；OpenTelemetry 导出文件含 "resourceSpans"、"spans"，或每行一个 span。',
  'workload.blockTraceForm':
    '每条 trace 须含 "block_size" 和 "requests": [{"t": 秒, "type": "n" 或 "s", "in": token 数, "out": token 数, "hash_ids": […]}, …]。',
  'workload.spansForm':
    'span 须含 trace 与 span 的 id、起止时间和属性：OTLP 的 JSON、{"spans": […]}，或每行一个 span。',
  'workload.spanIds': '{field}：span 没有 id',
  'workload.spanMessagesForm':
    'span 中的消息是 {"role": "…", "parts": [{"type": "text", "content": "…"}, …]} 的列表。',
  'workload.spanWithoutInput': '既没有 gen_ai.input.messages，也没有 gen_ai.usage.input_tokens',
  'workload.spanWithoutInput.remedy': '请记录消息内容或 token 用量，或删除该 span。',
  'workload.noCalls': '{field}：没有任何模型调用',
  'workload.strayToolResult': '{field}：之前没有任何响应调用过 id 为“{id}”的工具',
  'workload.strayToolResult.remedy': '请在之前响应的 "tool_calls" 中补上该调用，或删除此结果。',
  'workload.unansweredCall': '{field}：调用“{id}”在下一步之前没有结果，该步永远不会结束',
  'workload.unansweredCall.remedy':
    '请补上 tool_call_id 与之对应、角色为 "tool" 的消息，或删除该调用。',
  'workload.nothingAsked': '{field}：该响应之前没有任何消息',
  'workload.timesBackwards': '{field}：{at} s 早于它之后才应发生的 {before} s',
  'workload.timesBackwards.remedy': '请更正时间；删去时间则随机抽取停顿。',
  'workload.stepTwice': '{field}：已有名为“{id}”的步骤',
  'workload.unknownStep': '{field}：没有名为“{id}”的步骤',
  'workload.continuesMissing': '{field}：等待多个步骤时必须给出，或写 null',
  'workload.continuesLater': '{field}：步骤“{id}”并不等待“{continues}”',
  'workload.stepCycle': '{field}：这些步骤互相等待：{steps}',
  'workload.stepCycle.remedy': '请从下一步的 "after" 中删去其中一个。',
  'workload.branchNeverEnds': '{field}：没有步骤等待“{id}”，该分支永远不会结束',
  'workload.branchNeverEnds.remedy':
    '请在后续步骤的 "after" 中写上它；如果该步骤不必等它结束，请给分支的首个步骤加上 "cancel"。',
  'workload.cancelEmpty': '{field} 没有条件',
  'workload.cancelEmpty.remedy':
    '请填写 "after_s"（秒）、"after_tokens"（token 数）或 "when"（步骤 id 列表），或删去它。',
  'workload.cancelsTheEnd': '{field}：“{id}”的分支包含轨迹的最后一步，取消后轨迹无法继续',
  'workload.cancelsTheEnd.remedy': '请让最后一步同时等待“{id}”以外的步骤，或删去 "cancel"。',
  'workload.continuesCancelled': '{field}：步骤“{heir}”接续“{id}”，而后者可能在响应之前被取消',
  'workload.continuesCancelled.remedy': '请让它接续分支之外的步骤，或用 null 开始新的上下文。',
  'workload.cancelTokensNever':
    '{field} 永远不会成立：该分支共输出 {total} 个 token，而设定值为 {tokens}',
  'workload.cancelTokensNever.remedy': '请设为小于 {total} 的值，或删去它。',
  'workload.cancelWhenNever': '{field} 永远不会成立：“{other}”要在“{id}”的分支之后才结束',
  'workload.cancelWhenBefore': '{field}：“{other}”在“{id}”的分支开始之前就已结束',
  'workload.cancelWhen.remedy': '请填写与该分支并行的步骤，例如另一个分支的最后一步。',
  'workload.noTrajectory': '{path} 中没有轨迹',
  'config.midwayConcurrency': '需要知道多少个智能体从中途开始；请用最大并发给出',
} satisfies Translation<typeof agentsMessages>

export const agentFlagsZh = {
  labels: {
    agentSteps: '步数',
    agentSystemLen: '系统提示词',
    agentTaskLen: '任务长度',
    agentToolResultLen: '工具结果长度',
    agentOutputLen: '每步输出长度',
    agentVariation: '长度的变化',
    agentFanOut: '启动子智能体的步骤',
    agentSubagents: '子智能体数',
    agentSubagentSteps: '子智能体步数',
    agentCancelledBranches: '被取消的子智能体',
    toolLatencyMs: '工具耗时',
    toolLatencyVariation: '工具耗时的变化',
    agentMaxPauseS: '最长停顿',
    agentStartMidway: '从中途开始',
  },
  summaries: {
    agentSteps: '随机智能体：模型调用次数的均值，不含子智能体。',
    agentSystemLen: '随机智能体：系统提示词的 token 数，所有智能体共用。',
    agentTaskLen: '随机智能体：首条用户消息的平均 token 数。',
    agentToolResultLen: '随机智能体：每个工具结果的平均 token 数。',
    agentOutputLen: '随机智能体：每步生成的平均 token 数。',
    agentVariation: '随机智能体：步数与长度服从对数正态分布，此为变异系数；0 表示固定。',
    agentFanOut: '随机智能体：启动子智能体并等待其全部完成的步骤占比。',
    agentSubagents: '随机智能体：此类步骤同时启动的子智能体数。',
    agentSubagentSteps: '随机智能体：每个子智能体模型调用次数的均值。',
    agentCancelledBranches: '随机智能体：输出到随机位置即被取消的子智能体占比。',
    toolLatencyMs: '智能体：工具调用的平均耗时，数据集自带时以其为准。',
    toolLatencyVariation: '智能体：工具耗时服从对数正态分布，此为变异系数；0 表示固定。',
    agentMaxPauseS: '智能体：每步工具或用户停顿的上限，更长的按此截短。',
    agentStartMidway:
      '智能体：最先的 --max-concurrency 条轨迹从中途开始，如同稳态：越长的轨迹越常见，上下文从一开始就长短不一。',
  },
}
